import { type MarketPeriod, TAPE_SALES_A_PAGE } from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance } from 'fastify';
import { remembered } from '../catalogue/remembered.js';
import type { Readings } from '../database/readings.js';
import { answerCall } from '../http/calls.js';
import { readCompositions, readIndexPoints, shownIndex } from './read-index.js';
import { readMarket } from './read-market.js';
import { readTape } from './read-tape.js';

/** They look at every product. */
const LISTS_REMEMBERED_MS = 5_000;
const INDEX_REMEMBERED_MS = 15_000;
/** Only sales that are added to the past change them, and a new quarter. */
const COMPOSITIONS_REMEMBERED_MS = 60_000;

/** The market as a whole, for everybody: its lists, its tape and its index. */
export function marketRoutes(app: FastifyInstance, readings: Readings): void {
  const lists = (period: MarketPeriod) =>
    remembered(() => readings.read((pool) => readMarket(pool, period, Date.now())), {
      forMs: LISTS_REMEMBERED_MS,
    });
  const readLists = { '24h': lists('24h'), '7d': lists('7d'), '30d': lists('30d') };
  const readComposed = remembered(() => readings.read((pool) => readCompositions(pool, Date.now())), {
    forMs: COMPOSITIONS_REMEMBERED_MS,
  });
  const readPoints = remembered(
    async () => {
      const composed = await readComposed();
      return readings.read((pool) => readIndexPoints(pool, composed));
    },
    { forMs: INDEX_REMEMBERED_MS },
  );
  answerCall(app, 'market', ({ query: { period } }) => readLists[period]());
  answerCall(app, 'tape', ({ query: { before, limit } }) =>
    readings.read((pool) => readTape(pool, limit ? Number(limit) : TAPE_SALES_A_PAGE, before || undefined)),
  );
  answerCall(app, 'marketIndex', async ({ query: { range } }) =>
    shownIndex(await readPoints(), range, dayAt(Date.now())),
  );
}
