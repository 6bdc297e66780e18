import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Drawing } from '../catalogue/create-products.js';
import { json, orNull, statement } from '../database/statement.js';
import { sendProblem } from '../http/problems.js';
import { type SneakerColours, sneakerDrawing } from './sneaker-drawing.js';

const CACHE_SECONDS = 3_600;

/** For products of which nobody told the colours. */
const NEUTRAL: SneakerColours = {
  upper: '#e9e9e6',
  overlay: '#d2d2cd',
  accent: '#8c8c86',
  midsole: '#f7f7f5',
  outsole: '#b5b5af',
  laces: '#ffffff',
};

const READ_DRAWING = statement({
  name: 'read-drawing',
  text: 'select drawing from products where id = $1',
  row: { drawing: orNull(json<Drawing>()) },
});

/** GET /drawings/{id}.svg: the drawn picture of a product that has none of its own. */
export function drawingsRoutes(app: FastifyInstance, pool: pg.Pool): void {
  app.get<{ Params: { id: string } }>(
    '/drawings/:id(^\\d{1,9}).svg',
    { schema: { hide: true } },
    async (request, reply) => {
      const product = await READ_DRAWING.row(pool, [Number(request.params.id)]);
      if (!product) {
        return sendProblem(reply, { refused: 'unknown-product' });
      }
      return reply
        .type('image/svg+xml')
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .send(sneakerDrawing({ ...NEUTRAL, ...product.drawing?.colours }));
    },
  );
}
