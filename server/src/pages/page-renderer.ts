import type { FirstScreen } from '@perkex/contract/first-screen.js';
import { PLACEHOLDER_PATHS, type RenderPage } from '@perkex/contract/rendered-page.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Page } from './page.js';

interface RenderedPage {
  readonly page: Page;
  readonly body: string;
}

export type Render = (page: Page) => Promise<RenderedPage>;

/** Renders pages. If rendering fails, the page is sent like unrendered ones, and the application draws it. */
export function pageRenderer(render: RenderPage, log: Pick<FastifyBaseLogger, 'error'>): Render {
  /** Cached, because they never change. */
  const placeholders = new Map<string, string>();

  async function placeholderOf({ address, isUnread }: Page): Promise<string> {
    const path = address.startsWith('/dashboard/')
      ? PLACEHOLDER_PATHS.dashboard
      : PLACEHOLDER_PATHS[isUnread ? 'unread' : 'market'];
    const body = placeholders.get(path) ?? (await renderOrNull(path, {}, {})) ?? '';
    placeholders.set(path, body);
    return body;
  }

  async function renderOrNull(
    address: string,
    firstScreen: FirstScreen,
    below: FirstScreen,
  ): Promise<string | null> {
    try {
      return await render({ address, firstScreen, below });
    } catch (error) {
      log.error({ err: error, address }, 'a page could not be rendered');
      return null;
    }
  }

  return async (page) => {
    const { address, firstScreen, below } = page;
    const body = firstScreen && (await renderOrNull(address, firstScreen, below));
    return body === null
      ? { page: { ...page, firstScreen: null }, body: await placeholderOf(page) }
      : { page, body };
  };
}
