import { BLOCK_REASONS, type BlockReason } from '@perkex/core/users/blocks.js';
import type pg from 'pg';
import { oneOf, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockUser } from './lock-user.js';
import type { ExportPart } from './user-export.js';

const READ_BLOCK = statement({
  name: 'read-block-of-user',
  text: 'select block_reason as reason, blocked_by as by, blocked_at as at from accounts where user_id = $1',
  row: { reason: orNull(oneOf(BLOCK_REASONS)), by: orNull(text), at: orNull(timestamptz) },
});

const SET_BLOCK = statement({
  name: 'set-block-of-user',
  text: `update accounts
         set block_reason = $2, blocked_by = $3, blocked_at = now() where user_id = $1`,
});

const END_BLOCK = statement({
  name: 'end-block-of-user',
  text: 'update accounts set block_reason = null, blocked_by = null, blocked_at = null where user_id = $1',
});

/** Batches that began before a block end well before this. */
const RECENT = `interval '5 minutes'`;
const USERS_AT_ONCE = 100;

const FIND_RECENT = statement({
  name: 'find-recently-blocked-users',
  text: `select user_id as "userId" from accounts where blocked_at > now() - ${RECENT}
         order by blocked_at limit ${USERS_AT_ONCE}`,
  row: { userId: text },
});

/** Why, by which member, and since when a user is blocked. */
export interface Block {
  readonly reason: BlockReason;
  readonly by: string;
  readonly at: Date;
}

/** The block of a user; null for none. */
export async function readBlock(client: pg.Pool | Transaction, userId: string): Promise<Block | null> {
  const { reason = null, by = null, at = null } = (await READ_BLOCK.row(client, [userId])) ?? {};
  return reason !== null && by !== null && at !== null ? { reason, by, at } : null;
}

/** The same, unchanged until the transaction ends. */
export async function lockBlock(tx: Transaction, userId: string): Promise<Block | null> {
  await lockUser(tx, userId);
  return readBlock(tx, userId);
}

/** Blocks a user. From the commit on, each batch of orders refuses theirs, on every server. */
export async function saveBlock(
  tx: Transaction,
  userId: string,
  reason: BlockReason,
  by: string,
): Promise<void> {
  await SET_BLOCK.run(tx, [userId, reason, by]);
}

export async function endBlock(tx: Transaction, userId: string): Promise<void> {
  await END_BLOCK.run(tx, [userId]);
}

/** Users who were blocked a short while ago. A batch that began before may have placed an order of theirs. */
export async function recentlyBlocked(pool: pg.Pool): Promise<string[]> {
  return (await FIND_RECENT.rows(pool, [])).map(({ userId }) => userId);
}

/** The block of a user, for their export. */
export function blockExport(pool: pg.Pool): ExportPart<'block'> {
  return async (userId) => {
    const block = await readBlock(pool, userId);
    return { block: block && { reason: block.reason, at: block.at.toISOString() } };
  };
}
