import {
  type PageToRender,
  PLACEHOLDER_PATHS,
  type RenderedPage,
  type RenderPage,
} from '@perkex/contract/rendered-page.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Page } from './page.js';

/** The content of a page. */
export interface PageBody {
  readonly html: string;
  /** Null for a placeholder. */
  readonly queries: string | null;
}

export type Render = (page: Page) => Promise<PageBody>;

/** Renders pages. If rendering fails, the page is sent like unrendered ones, and the application draws it. */
export function pageRenderer(render: RenderPage, log: Pick<FastifyBaseLogger, 'error'>): Render {
  /** Cached, because they never change. */
  const placeholders = new Map<string, string>();

  async function placeholderOf({ address, isUnread }: Page): Promise<string> {
    const path = address.startsWith('/dashboard/')
      ? PLACEHOLDER_PATHS.dashboard
      : PLACEHOLDER_PATHS[isUnread ? 'unread' : 'market'];
    const html =
      placeholders.get(path) ??
      (await renderOrNull({ address: path, firstScreen: {}, below: {} }))?.html ??
      '';
    placeholders.set(path, html);
    return html;
  }

  async function renderOrNull({ address, firstScreen, below }: PageToRender): Promise<RenderedPage | null> {
    try {
      return await render({ address, firstScreen, below });
    } catch (error) {
      log.error({ err: error, address }, 'a page could not be rendered');
      return null;
    }
  }

  return async (page) =>
    (page.firstScreen && (await renderOrNull({ ...page, firstScreen: page.firstScreen }))) ?? {
      html: await placeholderOf(page),
      queries: null,
    };
}
