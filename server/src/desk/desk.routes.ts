import { trackingNumberOf, wrongNumberText } from '@perkex/core/deals/carriers.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import { type MemberStepRequest, OLD_LABEL_TEXT, takeMemberStep } from '../deals/take-member-step.js';
import type { DealSteps } from '../deals/take-step.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import type { Refusal } from '../http/problems.js';
import { changesByMembers, memberOf } from '../http/require-member.js';
import { chooseDigest, hasDigest } from '../users/digest-choice.js';
import type { Identity } from '../users/identity.js';
import { canBeReserved, readReserved } from '../verification/pair-reservations.js';
import { changesOfDeals, OWN_DEAL_REFUSAL, UNKNOWN_CODE } from './change-deals.js';
import { countQueues, readQueueDeals } from './queues.js';
import { deskRow, findDeskDeal, readDeskDeal } from './read-desk-deal.js';
import { readPapers } from './read-papers.js';
import { searchDeals } from './search-deals.js';
import { refusedStep } from './step-sentences.js';

/** A member may scan a pair every few seconds. */
const STEPS_PER_HOUR = 2_000;
const SEARCHES_PER_HOUR = 1_000;

const OLD_LABEL = { refused: 'invalid-tracking-number', detail: OLD_LABEL_TEXT } as const;

/** The calls of members, once deals have started (after-the-trade.md, "The desk"). */
export function deskRoutes(
  app: FastifyInstance,
  {
    pool,
    identity,
    steps,
    products,
    rateLimits,
  }: {
    readonly pool: pg.Pool;
    readonly identity: Pick<Identity, 'isStillSignedIn'>;
    readonly steps: DealSteps;
    readonly products: Pick<FollowedProducts, 'read'>;
    readonly rateLimits: boolean;
  },
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('steps at the desk', STEPS_PER_HOUR);

  const change = changesByMembers(pool, identity);
  const changeDeal = changesOfDeals({ pool, identity, holidays: steps.holidays });

  async function readByCode(code: string, request: FastifyRequest) {
    const key = await findDeskDeal(pool, code);
    return key ? readDeskDeal(pool, key, memberOf(request), steps.holidays) : UNKNOWN_CODE;
  }

  answerCall(app, 'desk', async (_parts, request) => {
    const member = memberOf(request);
    const { name, role } = member;
    const queues = await countQueues(pool, member);
    return {
      name,
      role,
      hasDigest: await hasDigest(pool, member.userId),
      queues: queues.map(({ queue, count, oldestMs }) => ({
        queue,
        count,
        oldest: oldestMs === null ? null : isoTime(oldestMs),
      })),
    };
  });
  answerCall(
    app,
    'chooseDigest',
    async ({ body: { isOn } }, request, reply) =>
      change(request, reply, async (tx) => {
        await chooseDigest(tx, memberOf(request).userId, isOn);
        return isOn ? 'You get a mail on each day when something is waiting.' : 'You get no daily mail.';
      }),
    limited,
  );
  answerCall(app, 'deskDeals', async ({ query: { queue } }, request) => {
    const member = memberOf(request);
    const rows = await readQueueDeals(pool, queue, member);
    // A reservation runs on after the verdict, but means nothing once the check has ended.
    const checked = rows.filter(({ state }) => canBeReserved(state));
    const reserved = await readReserved(pool, checked, await databaseTime(pool));
    return {
      deals: rows.map((row) => ({ ...deskRow(row, member), reservedBy: reserved.get(row.id) ?? null })),
    };
  });
  answerCall(
    app,
    'deskSearch',
    async ({ query: { search } }, request) => {
      const { rows, ...found } = await searchDeals(pool, products, search);
      return { ...found, deals: rows.map((row) => deskRow(row, memberOf(request))) };
    },
    limitPerHour('searches at the desk', SEARCHES_PER_HOUR),
  );
  answerCall(app, 'deskDeal', ({ params: { code } }, request) => readByCode(code, request));
  answerCall(
    app,
    'deskPapers',
    async ({ query: { codes } }, request) => {
      const moment = { nowMs: await databaseTime(pool), holidays: steps.holidays };
      return readPapers(pool, codes.split(','), memberOf(request), moment);
    },
    limited,
  );
  answerCall(
    app,
    'takeDeskStep',
    async ({ body: { code, version, step: type, parcel: named } }, request, reply) => {
      const trackingNumber = named ? trackingNumberOf(named.carrier, named.trackingNumber) : null;
      if (named && trackingNumber === null) {
        return { refused: 'invalid-tracking-number', detail: wrongNumberText(named.carrier) };
      }
      const parcel = named && trackingNumber !== null ? { carrier: named.carrier, trackingNumber } : null;
      const step = { type, refundCents: 0, parcel, seenVersion: version };
      return take(code, step, request, reply, OLD_LABEL);
    },
    limited,
  );
  answerCall(
    app,
    'takeFinanceStep',
    async ({ body: { code, version, step: type, amount = 0 } }, request, reply) => {
      const refundCents = Math.round(amount * CENTS_PER_DOLLAR);
      // It names no parcel, so none is refused.
      const step = { type, refundCents, parcel: null, seenVersion: version };
      return take(code, step, request, reply, refusedStep('wrong-state'));
    },
    limited,
  );

  /** Takes a step, and answers with the deal after it. */
  function take<OldLabel extends Refusal>(
    code: string,
    step: Pick<MemberStepRequest, 'type' | 'refundCents' | 'parcel' | 'seenVersion'>,
    request: FastifyRequest,
    reply: FastifyReply,
    oldLabel: OldLabel,
  ) {
    const { id: requestId } = request;
    const { name, userId, role } = memberOf(request);
    return changeDeal(code, request, reply, async (tx, key) => {
      const moment = { nowMs: await databaseTime(tx), holidays: steps.holidays };
      const taken = await takeMemberStep(tx, key, { ...step, name, userId, role, requestId }, moment);
      switch (taken?.kind) {
        case undefined:
          return UNKNOWN_CODE;
        case 'own-deal':
          return OWN_DEAL_REFUSAL;
        case 'old-label':
          return oldLabel;
        case 'refused':
          return refusedStep(taken.code);
        case 'stepped':
          await steps.onStepped(tx, key, taken);
          return null;
        case 'repeated':
          return null;
      }
    });
  }
}
