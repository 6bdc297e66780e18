import { createHash } from 'node:crypto';
import type pg from 'pg';
import { int4, json, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Maintenance } from '../../process/maintenance.js';
import { sweepOut } from '../../process/sweep.js';

/** An answer of the stand-in. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** An answer with the idempotency key of its request. */
export interface KeyedAnswer extends Answered {
  readonly key: string;
}

/** An answer with the hash of the request that it belongs to. */
export interface RememberedAnswer extends Answered {
  readonly requestHash: string;
}

const DELETION_INTERVAL_MS = 3_600_000;

/** Waits for a request with the same key that is being executed. A key is forgotten after a day. */
const CLAIM_KEY = statement({
  name: 'claim-play-key',
  text: `insert into play_answers as answer (key_hash, request_hash, answered_at)
         values ($1, $2, to_timestamp($3::float8 / 1000))
         on conflict (key_hash) do update
           set request_hash = excluded.request_hash, answered_at = excluded.answered_at
           where answer.answered_at <= excluded.answered_at - interval '1 day'`,
});

const READ_ANSWER = statement({
  name: 'read-play-answer',
  text: 'select request_hash as "requestHash", status, answer as body from play_answers where key_hash = $1',
  row: { requestHash: text, status: int4, body: json<unknown>() },
});

const DELETE_OLD_ANSWERS = statement({
  name: 'delete-old-play-answers',
  text: `delete from play_answers where key_hash in (
           select key_hash from play_answers where answered_at < to_timestamp($1::float8 / 1000) - interval '1 day'
           limit $2
         )`,
});

/**
 * Claims the idempotency key of a request for this transaction.
 * @returns the answer that was given to the key earlier; null if the request is to be executed
 */
export async function claimKey(
  tx: Transaction,
  key: string,
  request: string,
  nowMs: number,
): Promise<RememberedAnswer | null> {
  const isNew = (await CLAIM_KEY.run(tx, [hashOf(key), hashOf(request), nowMs])) > 0;
  return isNew ? null : ((await READ_ANSWER.row(tx, [hashOf(key)])) ?? null);
}

export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Maintenance every hour: deletes the answers that are no longer repeated. */
export function oldAnswersMaintenance(pool: pg.Pool, nowMs: () => number): Maintenance {
  return {
    work: () => sweepOut(pool, DELETE_OLD_ANSWERS, nowMs()),
    everyMs: DELETION_INTERVAL_MS,
    failure: 'old answers of the stand-in were not deleted',
  };
}
