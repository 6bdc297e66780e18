import { Readable } from 'node:stream';
import { DEALS_PAGE } from '@perkex/contract/deals.js';
import { MONEY_PAGE } from '@perkex/contract/money.js';
import { trackingNumberOf, wrongNumberText } from '@perkex/core/deals/carriers.js';
import { isSellerStep } from '@perkex/core/deals/party-steps.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../http/calls.js';
import { CSV_TYPE } from '../http/csv-answer.js';
import { hourlyLimits } from '../http/limit-users.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { Identity } from '../users/identity.js';
import type { ShipTo } from './deal-settings.js';
import { requestedStep } from './party-step-rows.js';
import { readOwnDeal, readOwnDeals } from './read-own-deals.js';
import { ownMoneyTable, readOwnMoney } from './read-own-money.js';
import { takePartyStep } from './take-party-step.js';
import type { DealSteps } from './take-step.js';

/** A seller may ship many pairs at once. */
const STEPS_PER_HOUR = 600;
/** Low, because the table has no upper bound. */
const EXPORTS_PER_HOUR = 6;

const UNKNOWN_DEAL = { refused: 'unknown-deal' } as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly steps: DealSteps;
  /** Null without an address. */
  readonly shipTo: ShipTo | null;
  readonly rateLimits: boolean;
}

/** The calls for a user's deals, once deals have started. They require a session. */
export function dealsRoutes(
  app: FastifyInstance,
  { pool, identity, steps, shipTo, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('steps of deals', STEPS_PER_HOUR);

  const readOwn = async (userId: string, id: string) =>
    (await readOwnDeal(pool, userId, { holidays: steps.holidays, shipTo }, id)) ?? UNKNOWN_DEAL;

  answerCall(app, 'deals', ({ query: { party, group, before, limit } }, { userId }) =>
    readOwnDeals(pool, userId, steps.holidays, {
      party,
      group,
      before: before || undefined,
      limit: Number(limit || DEALS_PAGE),
    }),
  );
  answerCall(app, 'deal', ({ params: { id } }, { userId }) => readOwn(userId, id));
  answerCall(
    app,
    'takeDealStep',
    async ({ body: { deal: dealId, id, version, step } }, request) => {
      const trackingNumber =
        step.type === 'ship' ? trackingNumberOf(step.carrier, step.trackingNumber) : null;
      if (step.type === 'ship' && trackingNumber === null) {
        return { refused: 'invalid-tracking-number', detail: wrongNumberText(step.carrier) };
      }
      const { userId, programKey } = request;
      if (programKey && !isSellerStep(step.type)) {
        return { refused: 'missing-scope', detail: 'Keys take only the steps of sellers.' };
      }
      const wanted = { dealId, step: requestedStep(id, step, trackingNumber), version };
      const refusal = await whileSignedIn(pool, identity, request, (tx) =>
        takePartyStep(tx, userId, wanted, steps),
      );
      return refusal ?? readOwn(userId, dealId);
    },
    limited,
  );
  answerCall(app, 'money', ({ query: { place, before, limit } }, { userId }) =>
    readOwnMoney(pool, userId, steps.holidays, {
      place,
      before: before || undefined,
      limit: Number(limit || MONEY_PAGE),
    }),
  );
  answerCall(
    app,
    'exportMoney',
    async (_parts, { userId }, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="perkex-money.csv"')
        .type(CSV_TYPE)
        .send(Readable.from(ownMoneyTable(pool, userId))),
    limitPerHour('exports', EXPORTS_PER_HOUR),
  );
}
