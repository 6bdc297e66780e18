import { MAX_LISTED_PRODUCTS, type ProductCard, type ProductSummary } from '@perkex/contract/products.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCached, type CallContent, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { answerCall } from '../http/calls.js';
import { listNamed, listProductIds, listProducts } from './list-products.js';
import { readHighestBids } from './read-highest-bids.js';
import { readPrices } from './read-prices.js';
import { readProduct } from './read-product.js';

export interface Catalogue {
  readonly pool: pg.Pool;
  readonly replicaReads: ReplicaReads;
  readonly responses: ResponseCache;
  readonly clock: Clock;
  /** The products of some ids in the form of cards, in the same order. */
  readonly readCards: (ids: readonly number[]) => Promise<ProductSummary[]>;
  /** The ids of existing products, in the same order. */
  readonly findKnown: (ids: readonly number[]) => Promise<number[]>;
}

/** The open calls of section 7: products, one product, prices by name; also cards and bids of some products. */
export function catalogueRoutes(
  app: FastifyInstance,
  { pool, replicaReads, responses, clock, readCards, findKnown }: Catalogue,
): void {
  const cards = responses.cacheParts({
    listIds: (after, limit) => replicaReads.read((from) => listProductIds(from, after, limit)),
    async readParts(ids) {
      const products = await replicaReads.read((from) => listProducts(from, ids));
      return new Map(products.map((product) => [product.id, JSON.stringify(product)]));
    },
  });
  answerCached(app, responses, 'products', ({ query: { name, after = '' } }) =>
    name
      ? {
          key: `/api/?name=${encodeURIComponent(name)}`,
          staleWhileRevalidateMs: () => 0, // unlike the whole list, it is short
          make: async () => jsonContent(await replicaReads.read((from) => listNamed(from, name))),
        }
      : {
          key: after === '' ? '/api/' : `/api/?after=${Number(after)}`,
          make: async () => listContent(await cards.read(), Number(after), MAX_LISTED_PRODUCTS),
        },
  );
  // Unknown ids are unlimited and do not affect the answer, so the key omits them.
  answerCached(app, responses, 'cards', async ({ query: { ids } }) => {
    const wanted = await findKnown(idsIn(ids));
    return {
      key: `/api/cards?ids=${encodeURIComponent(wanted.join())}`,
      shownIds: wanted,
      make: async () => jsonContent(await readCards(wanted)),
    };
  });
  answerCached(app, responses, 'highestBids', async ({ query: { ids } }) => {
    const wanted = await findKnown(idsIn(ids));
    return {
      key: `/api/highest-bids?ids=${encodeURIComponent(wanted.join())}`,
      shownIds: wanted,
      make: async () => jsonContent(await replicaReads.read((from) => readHighestBids(from, wanted))),
    };
  });
  answerCached(app, responses, 'product', ({ params }) => {
    const id = Number(params.id);
    return {
      key: `/api/${id}`,
      isOfDay: true,
      async make() {
        const product = await readProduct(pool, id, clock.wallMs());
        return product ? jsonContent([product]) : { refused: 'unknown-product' };
      },
    };
  });
  answerCall(app, 'prices', ({ query: { name, size } }) => readPrices(pool, name, size));
}

/** A page of the list, of at most `limit` products. The headers link to the next one. */
export function listContent(
  cards: ReadonlyMap<number, string>,
  after: number,
  limit: number,
): CallContent<ProductCard[]> {
  const ids = [...cards.keys()].filter((id) => id > after);
  const listed = ids.slice(0, limit);
  const text = `[${listed.map((id) => cards.get(id)).join()}]`;
  const headers = { link: `</api/?after=${listed.at(-1)}>; rel="next"` };
  return { ...jsonContent<ProductCard[]>([]), text, ...(ids.length > limit && { headers }) };
}

/** The distinct ids in their order. */
function idsIn(text: string): number[] {
  return [...new Set(text.split(',').map(Number))];
}
