import { type Day, dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE, PAST_DAYS } from '../cache/cache-tags.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import type { Help } from '../help/read-help.js';
import { sendProblem } from '../http/problems.js';
import { readDaysWithSales } from '../market/read-close.js';
import { mappedPaths, robotsText, siteMap, siteMapIndex } from './site-map.js';

const HIDDEN = { schema: { hide: true } };
const MAP_CACHE_SECONDS = 3_600;
/** Unless the catalogue changes. Long, because it reads all products, however many files they fill. */
const MAP_KEPT_MS = 60_000;
/** Unless an import or a correction changes past days. */
const DAYS_KEPT_MS = 3_600_000;

interface MapSources {
  readonly findable: FollowedProducts;
  readonly publicUrl: string;
  readonly help: Help;
  readonly responses: ResponseCache;
  readonly replicaReads: ReplicaReads;
  readonly clock: Clock;
}

/** GET /sitemap.xml, the maps that it lists, and /robots.txt, for search engines. */
export function mapRoutes(
  app: FastifyInstance,
  { findable, publicUrl, help, responses, replicaReads, clock }: MapSources,
): void {
  const cache = `public, max-age=${MAP_CACHE_SECONDS}`;
  const paths = responses.cacheValue<string[]>([CATALOGUE]);
  const days = responses.cacheValue<Day[]>([CATALOGUE, PAST_DAYS]);
  const readDays = () =>
    days.read({
      maxAgeMs: DAYS_KEPT_MS,
      isOfDay: true,
      make: () => replicaReads.read((pool) => readDaysWithSales(pool, dayAt(clock.wallMs()))),
    });
  const readPaths = async () => {
    await responses.follow();
    return paths.read({
      maxAgeMs: MAP_KEPT_MS,
      async make() {
        const products = await findable.read();
        return mappedPaths({
          help: help.index.map(({ slug }) => slug),
          brands: products.brands().map(({ slug }) => slug),
          models: products.allModels(),
          productIds: products.ids(),
          days: await readDays(),
        });
      },
    });
  };
  const sendMap = (reply: FastifyReply, xml: string) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', cache).send(xml);

  app.get('/sitemap.xml', HIDDEN, async (_request, reply) =>
    sendMap(reply, siteMapIndex(publicUrl, await readPaths())),
  );
  app.get(
    '/sitemap-:number(^[1-9]\\d{0,5}).xml',
    HIDDEN,
    async ({ params }: FastifyRequest<{ Params: { number: string } }>, reply) => {
      const map = siteMap(publicUrl, await readPaths(), Number(params.number));
      return map === null ? sendProblem(reply, { refused: 'not-found' }) : sendMap(reply, map);
    },
  );
  app.get('/robots.txt', HIDDEN, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', cache).send(robotsText(publicUrl)),
  );
}
