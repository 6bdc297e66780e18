import type { limitUserBodySchema } from '@perkex/contract/desk-users.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { BlockReason, UnblockReason } from '@perkex/core/users/blocks.js';
import { DEBT_MS } from '@perkex/core/users/debts.js';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { databaseTime } from '../../database/database-time.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { endBlock, lockBlock, saveBlock } from '../../users/blocks.js';
import { deferDebt, lockDebt } from '../../users/user-debts.js';
import { endLimits, limitsInDollars, lockLimits, saveLimits } from '../../users/user-limits.js';
import { recordAct } from '../desk-acts.js';
import type { UserBlocks } from './user-blocks.js';
import { type NewNote, saveNote } from './user-notes.js';

const subjectOf = (userId: string) => `user/${userId}`;

/** Blocks a user from placing orders. The same decision again, by the same member, counts once. */
export async function blockUser(
  tx: Transaction,
  request: FastifyRequest,
  blocks: Pick<UserBlocks, 'send'>,
  { userId, reason }: { readonly userId: string; readonly reason: BlockReason },
): Promise<null | Refusal<'already-decided'>> {
  const member = memberOf(request);
  const before = await lockBlock(tx, userId);
  if (before) {
    const isRepeated = before.by === member.name && before.reason === reason;
    return isRepeated
      ? null
      : { refused: 'already-decided', detail: `${before.by} has blocked this user in the meantime.` };
  }
  await saveBlock(tx, userId, reason, member.name);
  await blocks.send(tx, { userId, kind: 'blocked', reason, atMs: await databaseTime(tx) });
  await recordAct(tx, request, {
    act: 'block-user',
    subject: subjectOf(userId),
    before: { block: null },
    after: { block: reason },
  });
  return null;
}

/** Ends the block of a user; without one, nothing is to be done. */
export async function unblockUser(
  tx: Transaction,
  request: FastifyRequest,
  blocks: Pick<UserBlocks, 'send'>,
  { userId, reason }: { readonly userId: string; readonly reason: UnblockReason },
): Promise<null> {
  const before = await lockBlock(tx, userId);
  if (before) {
    await endBlock(tx, userId);
    await blocks.send(tx, { userId, kind: 'unblocked', reason: null, atMs: await databaseTime(tx) });
    await recordAct(tx, request, {
      act: 'unblock-user',
      subject: subjectOf(userId),
      before: { block: before.reason },
      after: { block: null, because: reason },
    });
  }
  return null;
}

/** Sets or ends the limits of a user, unless they have changed since the member saw them. */
export async function limitUser(
  tx: Transaction,
  request: FastifyRequest,
  { user: userId, seen, limits, reason }: z.infer<typeof limitUserBodySchema>,
): Promise<null | Refusal<'already-decided'>> {
  const member = memberOf(request);
  const stored = await lockLimits(tx, userId);
  const before = stored ? limitsInDollars(stored) : null;
  const isNow = (wanted: typeof limits) =>
    wanted.openOrders === (before?.openOrders ?? null) && wanted.price === (before?.price ?? null);
  const isEnd = limits.openOrders === null && limits.price === null;
  if (isNow(limits) && (isEnd || (stored?.by === member.name && stored.reason === reason))) {
    return null;
  }
  if (!isNow(seen)) {
    const detail = `${stored?.by ?? 'Another member'} has changed these limits in the meantime.`;
    return { refused: 'already-decided', detail };
  }
  if (isEnd) {
    await endLimits(tx, userId);
  } else {
    const priceCents = limits.price === null ? null : dollarsToCents(limits.price);
    await saveLimits(tx, userId, { openOrders: limits.openOrders, priceCents }, reason, member.name);
  }
  await recordAct(tx, request, {
    act: 'limit-user',
    subject: subjectOf(userId),
    before: { openOrders: before?.openOrders ?? null, price: before?.price ?? null },
    after: { ...limits, because: reason },
  });
  return null;
}

/** A deferral within this time is the same one again. */
const SAME_MS = 60 * 60 * 1000;

/** Lets a user sell for two more weeks, whatever they owe, so that payouts can settle the debt. */
export async function deferUser(
  tx: Transaction,
  request: FastifyRequest,
  { userId }: { readonly userId: string },
): Promise<null | Refusal<'already-decided'>> {
  const debt = await lockDebt(tx, userId);
  if (!debt) {
    return { refused: 'already-decided', detail: 'The debt was settled in the meantime.' };
  }
  const untilMs = (await databaseTime(tx)) + DEBT_MS;
  const { deferredUntilMs } = debt;
  if (deferredUntilMs !== null && untilMs - deferredUntilMs < SAME_MS) {
    return null;
  }
  await deferDebt(tx, userId, untilMs);
  await recordAct(tx, request, {
    act: 'defer-debt',
    subject: subjectOf(userId),
    before: { deferredUntilMs },
    after: { deferredUntilMs: untilMs, debtCents: debt.cents },
  });
  return null;
}

/**
 * Notes something about a user, once however often it is sent. The journal has the number of the note: its words are
 * erased with the account.
 */
export async function noteUser(
  tx: Transaction,
  request: FastifyRequest,
  { userId, id, words }: { readonly userId: string } & Pick<NewNote, 'id' | 'words'>,
): Promise<null> {
  const note = await saveNote(tx, userId, { id, member: memberOf(request).name, words });
  if (note !== null) {
    await recordAct(tx, request, {
      act: 'note-user',
      subject: subjectOf(userId),
      before: null,
      after: { note },
    });
  }
  return null;
}
