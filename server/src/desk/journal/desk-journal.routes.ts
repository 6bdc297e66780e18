import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { CSV_TYPE } from '../../http/csv-answer.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { journalTable, readJournal } from './desk-journal.js';

/** Each has up to 5,000 rows. */
const EXPORTS_PER_HOUR = 120;

interface Options {
  readonly pool: pg.Pool;
  readonly rateLimits: boolean;
}

/** The calls of admins who read the journal (after-the-trade.md, "The desk"). */
export function deskJournalRoutes(app: FastifyInstance, { pool, rateLimits }: Options): void {
  const limitPerHour = hourlyLimits(rateLimits);
  answerCall(app, 'journal', ({ query }) => readJournal(pool, query));
  answerCall(
    app,
    'exportJournal',
    async ({ query }, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="journal.csv"')
        .type(CSV_TYPE)
        .send(await journalTable(pool, query)),
    limitPerHour('exports of the journal', EXPORTS_PER_HOUR),
  );
}
