import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/connect.js';
import type { Readings } from '../database/readings.js';
import { answerCall } from '../http/calls.js';
import { listProducts } from './list-products.js';
import { readPrices } from './read-prices.js';
import { readProduct } from './read-product.js';
import { PACKINGS, type Packing, type ReadyList } from './ready-list.js';
import type { ReadTrending } from './trending-products.js';

export interface Catalogue {
  readonly database: Database;
  readonly readings: Readings;
  readonly readyList: ReadyList;
  readonly readTrending: ReadTrending;
}

/** The open calls of section 7: products, one product, prices by name; and what is trending. */
export function catalogueRoutes(
  app: FastifyInstance,
  { database, readings, readyList, readTrending }: Catalogue,
): void {
  answerCall(app, 'products', ({ query: { name } }, request, reply) =>
    name ? readings.read((pool) => listProducts(pool, name)) : sendList(readyList, request, reply),
  );
  answerCall(app, 'prices', ({ query: { name, size } }) => readPrices(database.pool, name, size));
  answerCall(app, 'trending', () => readTrending());
  answerCall(app, 'product', async ({ params: { id } }) => {
    const product = await readProduct(database.pool, Number(id));
    return product ? [product] : { refused: 'unknown-product' };
  });
}

/** The whole list, packed as the browser likes it. */
async function sendList(
  readyList: ReadyList,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await readyList.read();
  const packing = negotiate((headers['accept-encoding'] ?? '').toLowerCase(), PACKINGS) as Packing | null;
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (packing === null) {
    return reply.send(answer.json);
  }
  reply.header('content-encoding', packing);
  return reply.send(await answer.packedAs(packing));
}
