import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { CSV_TYPE } from '../../http/csv-answer.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { UNKNOWN_CODE } from '../change-deals.js';
import { findDeskDeal } from '../read-desk-deal.js';
import {
  ledgerTable,
  readDeskLedger,
  readLedgerAccount,
  readLedgerDeal,
  readLedgerTransfers,
} from './desk-ledger.js';
import { readReportedSellers } from './reported-sellers.js';

/** Each has up to 5,000 rows. */
const EXPORTS_PER_HOUR = 120;

interface Options {
  readonly pool: pg.Pool;
  readonly rateLimits: boolean;
}

/** The calls of members who look into the ledger (after-the-trade.md, "The desk"). */
export function deskLedgerRoutes(app: FastifyInstance, { pool, rateLimits }: Options): void {
  const limitPerHour = hourlyLimits(rateLimits);
  answerCall(app, 'reportedSellers', () => readReportedSellers(pool));
  answerCall(app, 'ledger', ({ query: { day } }) => readDeskLedger(pool, day));
  answerCall(app, 'ledgerAccount', ({ params: { account }, query: { before } }) =>
    readLedgerAccount(pool, account, before),
  );
  answerCall(app, 'ledgerTransfers', ({ query }) => readLedgerTransfers(pool, query));
  answerCall(app, 'ledgerDeal', async ({ params: { code } }) => {
    const key = await findDeskDeal(pool, code);
    return key ? readLedgerDeal(pool, key) : UNKNOWN_CODE;
  });
  answerCall(
    app,
    'exportLedger',
    async ({ query }, _request, reply) =>
      reply
        .header('content-disposition', `attachment; filename="ledger-${query.day}.csv"`)
        .type(CSV_TYPE)
        .send(await ledgerTable(pool, query)),
    limitPerHour('exports of the ledger', EXPORTS_PER_HOUR),
  );
}
