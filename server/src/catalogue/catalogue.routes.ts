import { negotiate } from '@fastify/accept-negotiator';
import {
  pricesQuerySchema,
  pricesSchema,
  productCardSchema,
  productDetailSchema,
  productQuerySchema,
  productSummarySchema,
} from '@perkex/contract/products.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database/connect.js';
import { answersWith } from '../http/documentation.js';
import { sendProblem } from '../http/problems.js';
import { listProducts } from './list-products.js';
import { readPrices } from './read-prices.js';
import { readProduct } from './read-product.js';
import { PACKINGS, type Packing, type ReadyList } from './ready-list.js';
import type { ReadTrending } from './trending-products.js';

export interface Catalogue {
  readonly database: Database;
  readonly readyList: ReadyList;
  readonly readTrending: ReadTrending;
}

/** The open calls of section 7: products, one product, prices by name; and what is trending. */
export function catalogueRoutes(
  app: FastifyInstance,
  { database, readyList, readTrending }: Catalogue,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['products'];
  routes.get(
    '/',
    {
      schema: {
        summary: 'All products, or the one with this name, with the best ask and bid of each size',
        tags,
        querystring: productQuerySchema,
        response: answersWith(z.array(productCardSchema)),
      },
    },
    (request, reply) =>
      !request.query.name
        ? sendList(readyList, request, reply)
        : listProducts(database.drizzle, request.query.name),
  );
  routes.get(
    '/prices',
    {
      schema: {
        summary: 'Lowest ask and highest bid by product name',
        tags,
        querystring: pricesQuerySchema,
        response: answersWith(pricesSchema),
      },
    },
    async (request, reply) => {
      const prices = await readPrices(database.pool, request.query.name, request.query.size);
      return 'refused' in prices ? sendProblem(reply, prices) : prices;
    },
  );
  routes.get(
    '/trending',
    {
      schema: {
        summary: 'The products that sold most in the last 30 days, first, with the lowest ask of each',
        tags,
        response: answersWith(z.array(productSummarySchema)),
      },
    },
    () => readTrending(),
  );
  routes.get(
    '/:id(^\\d+$)',
    {
      schema: {
        summary: 'One product with its books and sales, in an array',
        tags,
        params: z.object({ id: z.string() }),
        response: answersWith(z.array(productDetailSchema)),
      },
    },
    async (request, reply) => {
      const product = await readProduct(database.pool, Number(request.params.id));
      return product ? [product] : sendProblem(reply, { refused: 'unknown-product' });
    },
  );
}

/** The whole list, packed as the browser likes it. */
async function sendList(
  readyList: ReadyList,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer> {
  const answer = await readyList.read();
  const packing = negotiate((headers['accept-encoding'] ?? '').toLowerCase(), PACKINGS) as Packing | null;
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (packing === null) {
    return answer.json;
  }
  reply.header('content-encoding', packing);
  return answer.packedAs(packing);
}
