import { PLACEHOLDER_PATHS, type RenderPage } from '@perkex/contract/rendered-page.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Page } from './page.js';

interface RenderedPage {
  readonly page: Page;
  readonly body: string;
}

/** Renders pages. One that cannot be rendered is sent as those that never are: the application draws it. */
export function pageRenderer(render: RenderPage) {
  /** They are always the same. */
  const placeholders = new Map<string, string>();

  async function placeholderOf(address: string, log: FastifyBaseLogger): Promise<string> {
    const path = address.startsWith('/dashboard/') ? PLACEHOLDER_PATHS.dashboard : PLACEHOLDER_PATHS.market;
    const body = placeholders.get(path) ?? (await renderOr('', path, {}, log));
    placeholders.set(path, body);
    return body;
  }

  return async (page: Page, log: FastifyBaseLogger): Promise<RenderedPage> => {
    const { address, firstScreen } = page;
    const body = firstScreen && (await renderOr(null, address, firstScreen, log));
    return body === null
      ? { page: { ...page, firstScreen: null }, body: await placeholderOf(address, log) }
      : { page, body };
  };

  async function renderOr<Otherwise>(
    otherwise: Otherwise,
    address: string,
    firstScreen: NonNullable<Page['firstScreen']>,
    log: FastifyBaseLogger,
  ): Promise<string | Otherwise> {
    try {
      return await render({ address, firstScreen });
    } catch (error) {
      log.error({ err: error, address }, 'a page could not be rendered');
      return otherwise;
    }
  }
}
