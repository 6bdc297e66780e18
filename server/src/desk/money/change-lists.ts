import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { decideList, type ListRow, lockList, sumEntries } from '../../payments/bank/list-rows.js';
import { createList, lockNewestList, reportEntries } from '../../payments/bank/payout-lists.js';
import { readListEntries } from '../../payments/bank/remittance-rows.js';
import { hasEnteredAccount } from '../../payments/bank/unmatched-lines.js';
import { NEW_MEMBER_DAYS, newMembersOf } from '../../users/new-members.js';
import { recordAct } from '../desk-acts.js';
import { hasOwnDeal } from './payout-lists.js';

type ListRefusal =
  | 'unknown-list'
  | 'already-decided'
  | 'other-member-needed'
  | 'list-unreleased'
  | 'nothing-to-pay-out'
  | 'own-deal';

/** The number of the list that was changed, or a refusal. */
type Changed<Code extends ListRefusal> = number | Refusal<Code>;

/**
 * Puts the money that waits on a list.
 * @param seenList the newest list that the member saw. If there is a newer one, nothing is listed.
 */
export async function proposeList(
  tx: Transaction,
  request: FastifyRequest,
  seenList: number,
  releaseAboveCents: number,
): Promise<Changed<'already-decided' | 'nothing-to-pay-out'>> {
  const { name, userId } = memberOf(request);
  const newest = await lockNewestList(tx);
  if (newest && newest.number > seenList) {
    // The member's own one: the same request again, after its answer was lost.
    return newest.createdBy === name
      ? newest.number
      : {
          refused: 'already-decided',
          detail: `${newest.createdBy} has made list ${newest.number} in the meantime.`,
        };
  }
  const isNew = (await newMembersOf(tx, [name])).length > 0;
  const number = await createList(tx, name, { userId, releaseAboveCents: isNew ? 0 : releaseAboveCents });
  if (number === null) {
    return { refused: 'nothing-to-pay-out' };
  }
  await recordAct(tx, request, {
    act: 'propose-list',
    subject: `list/${number}`,
    before: null,
    after: await stateOfList(tx, number),
  });
  return number;
}

/** A list as a member saw it. */
export interface SeenList {
  readonly list: number;
  readonly version: number;
}

const STATES = { release: 'released', withdraw: 'withdrawn' } as const;

/** Releases a proposal of another member, or withdraws one. */
export async function decideSeenList(
  tx: Transaction,
  request: FastifyRequest,
  { list, version, decision }: SeenList & { readonly decision: 'release' | 'withdraw' },
): Promise<Changed<'unknown-list' | 'already-decided' | 'other-member-needed' | 'own-deal'>> {
  const { name, userId } = memberOf(request);
  const row = await lockList(tx, list);
  if (!row) {
    return { refused: 'unknown-list' };
  }
  const state = STATES[decision];
  if (row.version === version + 1 && row.state === state && row.decidedBy === name) {
    return list;
  }
  if (row.version !== version || row.state !== 'proposed') {
    return changedBy(row);
  }
  if (decision === 'release') {
    if (row.createdBy === name) {
      return { refused: 'other-member-needed' };
    }
    if (await hasEnteredAccount(tx, list, name)) {
      const detail =
        'You have entered the account of a payment on this list. Another member releases it, or you withdraw it and make a list that another member releases.';
      return { refused: 'other-member-needed', detail };
    }
    const [invited] = await newMembersOf(tx, [row.createdBy, name]);
    if (invited !== undefined) {
      const detail = `${invited} was invited less than ${NEW_MEMBER_DAYS} days ago. Until then, other members propose and release lists.`;
      return { refused: 'other-member-needed', detail };
    }
    if (await hasOwnDeal(tx, await readListEntries(tx, list), userId)) {
      return { refused: 'own-deal' };
    }
  }
  const before = await stateOfList(tx, list);
  await decideList(tx, list, state, name);
  await recordAct(tx, request, {
    act: decision === 'release' ? 'release-list' : 'withdraw-list',
    subject: `list/${list}`,
    before,
    after: await stateOfList(tx, list),
  });
  return list;
}

function changedBy({ number, state, decidedBy }: ListRow): Refusal<'already-decided'> {
  const detail = `${decidedBy} has ${state} list ${number} in the meantime.`;
  return { refused: 'already-decided', ...(decidedBy !== null && { detail }) };
}

/** A report about entries of a list at the bank; null for all of them. */
export interface SeenReport extends SeenList {
  readonly state: 'paid' | 'returned';
  readonly entries: readonly number[] | null;
  readonly reason: string | null;
}

/** Records what the bank has done with the entries of a released list. */
export async function reportSeenList(
  tx: Transaction,
  request: FastifyRequest,
  { list, version, state, entries, reason }: SeenReport,
): Promise<Changed<'unknown-list' | 'already-decided' | 'list-unreleased' | 'own-deal'>> {
  const { name, userId } = memberOf(request);
  const row = await lockList(tx, list);
  if (!row || row.state === 'withdrawn') {
    return row ? changedBy(row) : { refused: 'unknown-list' };
  }
  if (row.state === 'proposed') {
    return { refused: 'list-unreleased' };
  }
  const known = await readListEntries(tx, list);
  if (row.version !== version) {
    const named = known.filter(({ entry }) => entries === null || entries.includes(entry));
    const isRepeated = named.every((entry) => entry.state === state && entry.changedBy === name);
    return isRepeated ? list : { refused: 'already-decided' };
  }
  if (await hasOwnDeal(tx, known, userId)) {
    return { refused: 'own-deal' };
  }
  const before = await stateOfList(tx, list);
  const reported = await reportEntries(tx, { list, entries, state, by: name, reason });
  if (reported === null) {
    return { refused: 'unknown-list' };
  }
  await recordAct(tx, request, {
    act: 'report-list',
    subject: `list/${list}`,
    before,
    after: { ...(await stateOfList(tx, list)), reported: state, entries, reason },
  });
  return list;
}

/** The state of a list, and the count and sum of its entries by their states. */
async function stateOfList(tx: Transaction, number: number) {
  const sums = await sumEntries(tx, [number]);
  return {
    state: (await lockList(tx, number))?.state,
    ...Object.fromEntries(sums.map(({ state, count, cents }) => [state, { count, cents }])),
  };
}
