import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import type { Refusal } from '../http/problems.js';
import { changesByMembers, memberOf } from '../http/require-member.js';
import type { Identity } from '../users/identity.js';
import { findDeskDeal, readDeskDeal } from './read-desk-deal.js';

const DONE = 'done';
export const UNKNOWN_CODE = { refused: 'unknown-code' } as const;
export const OWN_DEAL_REFUSAL = { refused: 'own-deal' } as const;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  readonly holidays: Holidays;
}

/**
 * Changes a deal, which a member names by its code, as `changesByMembers` does.
 * @param work returns null if it was done
 * @returns the deal after the change
 */
export function changesOfDeals({ pool, identity, holidays }: Options) {
  const change = changesByMembers(pool, identity);
  return async <Refused extends Refusal>(
    code: string,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: Transaction, key: DealKey) => Promise<Refused | null>,
  ) => {
    const key = await findDeskDeal(pool, code);
    if (!key) {
      return UNKNOWN_CODE;
    }
    const changed = await change(request, reply, async (tx) => (await work(tx, key)) ?? DONE);
    return changed === DONE ? readDeskDeal(pool, key, memberOf(request), holidays) : changed;
  };
}
