import {
  pricesQuerySchema,
  pricesSchema,
  productCardSchema,
  productDetailSchema,
  productQuerySchema,
  productSummarySchema,
} from '@perkex/contract/products.js';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Database } from '../database/connect.js';
import { answersWith } from '../http/documentation.js';
import { sendProblem } from '../http/problems.js';
import { listProducts } from './list-products.js';
import { readPrices } from './read-prices.js';
import { readProduct } from './read-product.js';
import type { ReadTrending } from './trending-products.js';

/** The open calls of section 7: products, one product, prices by name; and what is trending. */
export function catalogueRoutes(app: FastifyInstance, database: Database, readTrending: ReadTrending): void {
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
    (request) => listProducts(database.drizzle, request.query.name),
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
