import { orderIdField } from '@perkex/contract/fields.js';
import { dayAt, isDay } from '@perkex/core/figures/days.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Drawing } from '../catalogue/create-products.js';
import { json, orNull, statement, text } from '../database/statement.js';
import { limitedAddress } from '../http/client-address.js';
import type { RunInSlot } from '../http/fair-queue.js';
import { sendProblem } from '../http/problems.js';
import type { ReadClose } from '../market/close-reader.js';
import { readSoldPair } from '../sales/read-sold-pair.js';
import { drawShoe, type View } from './draw-shoe.js';
import { versionOf } from './drawing-addresses.js';
import { Previews } from './preview.js';

/** For an address without the current version: its content may change. */
const CACHE_SECONDS = 3_600;
const CACHE_SECONDS_OF_VERSION = 365 * 24 * 3_600;

const READ_DRAWING = statement({
  name: 'read-drawing',
  text: 'select name, drawing from products where id = $1',
  row: { name: text, drawing: orNull(json<Drawing>()) },
});

const HOME_LINE = 'Buy and sell new sneakers';

/** The shoe in the link preview of Home. */
const HOME_SHOE: Drawing = {
  silhouette: 'low-court',
  colours: {
    upper: '#f3f2ec',
    overlay: '#dedcd2',
    accent: '#c8f53c',
    midsole: '#f6f4ec',
    outsole: '#a87443',
    laces: '#f7f6f1',
    eyestay: '#fbfaf6',
    collar: '#c8f53c',
  },
};

interface Asked {
  Params: { id: string; sale?: string; view?: Exclude<View, 'side'> };
  Querystring: { v?: unknown };
}

/**
 * The drawings of products without a picture, below /drawings: {id}.svg, {id}/front.svg, {id}/top.svg, {id}/heel.svg,
 * {id}/preview.png.
 */
export function drawingsRoutes(
  app: FastifyInstance,
  {
    pool,
    runInSlot,
    readClose,
  }: { readonly pool: pg.Pool; readonly runInSlot: RunInSlot; readonly readClose: ReadClose },
): void {
  const previews = new Previews();
  const options = { schema: { hide: true } };
  // Database reads must not wait for previews.
  const optionsOfPreviews = { ...options, config: { isApart: true } };
  const find = ({ params: { id } }: FastifyRequest<Asked>) => READ_DRAWING.row(pool, [Number(id)]);

  const sendView = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const product = await find(request);
    if (!product) {
      return sendProblem(reply, { refused: 'unknown-product' });
    }
    const { view = 'side' } = request.params;
    return isKnown(request, reply, versionOf(product.drawing), view)
      ? reply.status(304).send()
      : reply.type('image/svg+xml').send(drawShoe(product.drawing, view));
  };
  app.get<Asked>('/drawings/:id(^\\d{1,9}).svg', options, sendView);
  app.get<Asked>('/drawings/:id(^\\d{1,9})/:view(^front|top|heel).svg', options, sendView);

  app.get<Asked>('/drawings/:id(^\\d{1,9})/preview.png', optionsOfPreviews, async (request, reply) => {
    const product = await runInSlot(limitedAddress(request.ip), () => find(request));
    if (!product) {
      return sendProblem(reply, { refused: 'unknown-product' });
    }
    const { name, drawing } = product;
    return isKnown(request, reply, versionOf(drawing), `preview-${Buffer.from(name).toString('base64url')}`)
      ? reply.status(304).send()
      : reply.type('image/png').send(await previews.find(name, drawing));
  });

  // Without a long lifetime: a void sale has no label.
  app.get<Asked>('/drawings/:id(^\\d{1,9})/sold/:sale.png', optionsOfPreviews, async (request, reply) => {
    const { data: saleId } = orderIdField.safeParse(request.params.sale);
    const productId = Number(request.params.id);
    const [pair, product] =
      saleId === undefined
        ? []
        : await runInSlot(limitedAddress(request.ip), () =>
            Promise.all([readSoldPair(pool, productId, saleId), find(request)]),
          );
    if (!pair || !product) {
      return sendProblem(reply, { refused: 'not-found' });
    }
    const { name, styleCode, colourway, size, price, date } = pair;
    const label = { name, styleCode, colourway, size, price, day: dayAt(Date.parse(date)) };
    return reply
      .type('image/png')
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(await previews.findLabel({ ...label, drawing: product.drawing }));
  });

  app.get<{ Params: { day: string } }>(
    '/drawings/market/:day(^\\d{4}-\\d{2}-\\d{2}).png',
    optionsOfPreviews,
    async ({ params: { day }, ip }, reply) => {
      const close = isDay(day) ? await runInSlot(limitedAddress(ip), () => readClose(day)) : null;
      return close === null
        ? sendProblem(reply, { refused: 'not-found' })
        : reply
            .type('image/png')
            .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
            .send(await previews.findClose(close));
    },
  );

  app.get('/drawings/preview.png', optionsOfPreviews, async (_request, reply) =>
    reply
      .type('image/png')
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(await previews.find(HOME_LINE, HOME_SHOE)),
  );
}

/** True if the browser has this picture; sets the cache lifetime in any case. */
function isKnown(
  { query, headers }: FastifyRequest<Asked>,
  reply: FastifyReply,
  version: string,
  picture: string,
): boolean {
  const etag = `W/"${version}-${picture}"`;
  reply.header('etag', etag);
  reply.header(
    'cache-control',
    // A preview also shows the name, which may change within a version.
    query.v === version && !picture.startsWith('preview')
      ? `public, max-age=${CACHE_SECONDS_OF_VERSION}, immutable`
      : `public, max-age=${CACHE_SECONDS}`,
  );
  return headers['if-none-match']?.includes(etag) ?? false;
}
