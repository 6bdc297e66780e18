import type { CallProblem } from '@perkex/contract/calls.js';
import type { DealRefusal } from '@perkex/core/deals/refusals.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { transaction } from '../database/transaction.js';
import { type MemberStepRequest, takeMemberStep } from '../deals/take-member-step.js';
import type { DealSteps } from '../deals/take-step.js';
import { answerCall } from '../http/calls.js';
import { limitUsers } from '../http/limit-users.js';
import type { Refusal } from '../http/problems.js';
import type { Member } from '../users/members.js';
import { countQueues, readQueueDeals } from './queues.js';
import { deskRow, findDeskDeal, readDeskDeal } from './read-desk-deal.js';

/** A member may scan a pair every few seconds. */
const STEPS_PER_HOUR = 2_000;
const HOUR_SECONDS = 60 * 60;

const UNKNOWN_CODE = { refused: 'unknown-code' } as const;

const SENTENCES: Partial<Record<DealRefusal, string>> = {
  stale: 'This deal has changed in the meantime. Please look at it again.',
  'wrong-state': 'This is not possible at this point of the deal.',
  'already-done': 'This has been done already.',
  'same-member': 'Another member must decide this: the first verdict was yours.',
  'payment-disputed': 'The payment is disputed at its bank.',
  'not-overdue': 'This is possible once the deadline has passed.',
  'wrong-amount': 'The amount must be a part of what the buyer paid.',
};

/** The calls of members, once deals have started (after-the-trade.md, "The desk"). */
export function deskRoutes(
  app: FastifyInstance,
  {
    pool,
    steps,
    rateLimits,
  }: { readonly pool: pg.Pool; readonly steps: DealSteps; readonly rateLimits: boolean },
): void {
  const limited = rateLimits
    ? { preHandler: limitUsers('steps at the desk', STEPS_PER_HOUR, HOUR_SECONDS) }
    : {};

  async function readByCode(code: string, request: FastifyRequest) {
    const key = await findDeskDeal(pool, code);
    return key ? readDeskDeal(pool, key, memberOf(request), steps.holidays) : UNKNOWN_CODE;
  }

  answerCall(app, 'desk', async (_parts, request) => {
    const { name, role } = memberOf(request);
    const queues = await countQueues(pool);
    return {
      name,
      role,
      queues: queues.map(({ queue, count, oldestMs }) => ({
        queue,
        count,
        oldest: oldestMs === null ? null : new Date(oldestMs).toISOString(),
      })),
    };
  });
  answerCall(app, 'deskDeals', async ({ query: { queue } }) => ({
    deals: (await readQueueDeals(pool, queue)).map(deskRow),
  }));
  answerCall(app, 'deskDeal', ({ params: { code } }, request) => readByCode(code, request));
  answerCall(
    app,
    'takeDeskStep',
    async ({ body: { code, version, step: type } }, request) =>
      (await take(code, request, { type, refundCents: 0, seenVersion: version })) ??
      readByCode(code, request),
    limited,
  );
  answerCall(
    app,
    'takeFinanceStep',
    async ({ body: { code, version, step: type, amount = 0 } }, request) =>
      (await take(code, request, {
        type,
        refundCents: Math.round(amount * CENTS_PER_DOLLAR),
        seenVersion: version,
      })) ?? readByCode(code, request),
    limited,
  );

  /** @returns null once the step is taken */
  async function take(
    code: string,
    request: FastifyRequest,
    step: Omit<MemberStepRequest, 'name'>,
  ): Promise<Refusal<CallProblem<'takeDeskStep'>> | null> {
    const key = await findDeskDeal(pool, code);
    if (!key) {
      return UNKNOWN_CODE;
    }
    const { name } = memberOf(request);
    const result = await transaction(pool, async (tx) => {
      const moment = { nowMs: await databaseTime(tx), holidays: steps.holidays };
      const taken = await takeMemberStep(tx, key, { ...step, name }, moment);
      if (taken?.kind === 'stepped') {
        await steps.onStepped(tx, key, taken);
      }
      return taken;
    });
    if (result?.kind !== 'refused') {
      return result ? null : UNKNOWN_CODE;
    }
    const detail = SENTENCES[result.code];
    return { refused: 'step-refused', ...(detail !== undefined && { detail }) };
  }
}

/** Behind `requireMember`, every request has a member. */
function memberOf({ member }: FastifyRequest): Member {
  if (!member) {
    throw new Error('A call of the desk was reached without a member.');
  }
  return member;
}
