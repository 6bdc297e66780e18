import type { IdentitySetup } from '@perkex/contract/identity-setup.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { listProductIds } from '../catalogue/list-product-ids.js';
import { readBrand } from '../catalogue/read-brand.js';
import { readProduct } from '../catalogue/read-product.js';
import type { Trending } from '../catalogue/trending-products.js';
import type { BusyLog } from '../http/busy-log.js';
import { isBusy } from '../http/problems.js';
import { filesRoutes } from './files.routes.js';
import { homePage } from './home-page.js';
import { type Page, plainPage } from './page.js';
import { PAGES, type PageName } from './page-facts.js';
import { pageHtml } from './page-html.js';
import { productPage, unknownProductPage, unreadProductPage } from './product-page.js';
import { type Site, siteOf } from './site.js';
import { MAPPED_PRODUCTS, robotsText, siteMap } from './site-map.js';
import { themeOf } from './theme.js';
import type { WebBuild } from './web-build.js';

export interface PagesDependencies {
  readonly build: WebBuild;
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  /** Every page tells the browser who knows the users. */
  readonly identitySetup: IdentitySetup;
  readonly trending: Trending;
  readonly busy: BusyLog;
}

type PageRequest = FastifyRequest<{ Params: Record<string, string> }>;

const HIDDEN = { schema: { hide: true } };
const MAP_CACHE_SECONDS = 3_600;
const RETRY_AFTER_SECONDS = 1;

/** The pages of section 2, each with the head and the data that it begins with, and the files that they load. */
export async function pagesRoutes(app: FastifyInstance, dependencies: PagesDependencies): Promise<void> {
  const { build, publicUrl, identitySetup: identity } = dependencies;
  const answerOf = pageAnswers(siteOf(build, publicUrl), dependencies);
  for (const name of Object.keys(PAGE_PATHS) as PageName[]) {
    app.get(PAGE_PATHS[name], HIDDEN, async (request: PageRequest, reply) => {
      const page = await answerOf(name, request);
      return sendPage(
        reply,
        page,
        pageHtml(build, page, { theme: themeOf(request.headers.cookie), publicUrl, identity }),
      );
    });
  }
  mapRoutes(app, dependencies);
  await filesRoutes(app, build.folder);
}

/** A page is answered whatever becomes of its data; without them, the application asks for them and says so. */
function pageAnswers(site: Site, { pool, trending, busy }: PagesDependencies) {
  function note(log: FastifyBaseLogger, error: unknown, message: string): void {
    if (isBusy(error)) {
      busy.note(error);
    } else {
      log.error({ err: error }, message);
    }
  }

  async function answerHome({ log }: PageRequest): Promise<Page> {
    const products = await trending
      .rank()
      .then((ids) => trending.read(ids))
      .catch((error) => {
        note(log, error, 'Home is sent without what is trending');
        return null;
      });
    return homePage(site, products);
  }

  async function answerProduct({ params: { id = '' }, log }: PageRequest): Promise<Page> {
    try {
      return await readProductPage(id);
    } catch (error) {
      note(log, error, 'the page of a product is sent without the product');
      return unreadProductPage(site, id);
    }
  }

  /** The ids are those of `GET /{id}` (section 7). */
  async function readProductPage(id: string): Promise<Page> {
    const product = /^\d+$/.test(id) ? await readProduct(pool, Number(id)) : null;
    return product ? productPage(site, product, await readBrand(pool, product.id)) : unknownProductPage(site);
  }

  return async (name: PageName, request: PageRequest): Promise<Page> => {
    switch (name) {
      case 'home':
        return answerHome(request);
      case 'product':
        return answerProduct(request);
      default:
        return plainPage(PAGES[name], site, request.params);
    }
  };
}

/** Asked for each time, since it names the files of the newest build; its theme is the cookie's. */
function sendPage(reply: FastifyReply, { status }: Page, html: string): FastifyReply {
  if (status === 503) {
    reply.header('retry-after', RETRY_AFTER_SECONDS);
  }
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', vary: 'cookie' })
    .send(html);
}

/** GET /sitemap.xml and /robots.txt, for search engines. */
function mapRoutes(app: FastifyInstance, { pool, publicUrl }: PagesDependencies): void {
  const cache = `public, max-age=${MAP_CACHE_SECONDS}`;
  app.get('/sitemap.xml', HIDDEN, async (_request, reply) => {
    const ids = await listProductIds(pool, MAPPED_PRODUCTS);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cache)
      .send(siteMap(publicUrl, ids));
  });
  app.get('/robots.txt', HIDDEN, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', cache).send(robotsText(publicUrl)),
  );
}
