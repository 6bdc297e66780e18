import { PLACEHOLDER_PATHS } from '@perkex/contract/rendered-page.js';
import type { FastifyBaseLogger } from 'fastify';
import { CachedValue } from '../cache/cached-value.js';
import type { Clock } from '../clock/clock.js';
import type { Page } from './page.js';
import type { RenderedBytes, RenderThread } from './render-thread.js';

/** The content of a page. */
export interface PageBody {
  readonly html: Uint8Array;
  /** Null for a placeholder. */
  readonly data: Uint8Array | null;
}

const NOTHING = new Uint8Array();

export type Render = (page: Page) => Promise<PageBody>;

/** Renders pages. If rendering fails, the page is sent like unrendered ones, and the application draws it. */
export function pageRenderer(
  render: RenderThread['render'],
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'error'>,
): Render {
  /** They never change. A failure is not cached. */
  const placeholders = new Map<string, CachedValue<RenderedBytes>>();

  async function placeholderOf(page: Page): Promise<Uint8Array> {
    const address = PLACEHOLDER_PATHS[kindOfPlaceholder(page)];
    const cached = placeholders.get(address) ?? new CachedValue<RenderedBytes>(clock);
    placeholders.set(address, cached);
    const make = () => render({ address, firstScreen: {}, below: {} });
    const rendered = await orNull(address, cached.read({ make, maxAgeMs: Number.POSITIVE_INFINITY }));
    return rendered?.html ?? NOTHING;
  }

  async function orNull(address: string, rendering: Promise<RenderedBytes>): Promise<RenderedBytes | null> {
    try {
      return await rendering;
    } catch (error) {
      log.error({ err: error, address }, 'a page could not be rendered');
      return null;
    }
  }

  return async (page) => {
    const { address, firstScreen, below } = page;
    const rendered = firstScreen && (await orNull(address, render({ address, firstScreen, below })));
    return rendered ?? { html: await placeholderOf(page), data: null };
  };
}

function kindOfPlaceholder({ address, isUnread }: Page): keyof typeof PLACEHOLDER_PATHS {
  if (address.startsWith('/dashboard/')) {
    return 'dashboard';
  }
  if (isUnread) {
    return 'unread';
  }
  return /^\/(buy|sell)\//.test(address) ? 'trade' : 'market';
}
