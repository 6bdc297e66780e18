import { CALL_KINDS } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { int4, oneOf, orNull, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import { type CallKey, nameOfCall } from './call-name.js';

/** Calls that no attempt has begun for, after another one in their order. */
const READ_WAITING_CALLS = statement({
  name: 'read-waiting-provider-calls',
  text: `select product_id as "productId", deal_id as id, version, kind from provider_calls
         where outcome is null and (product_id, deal_id, version, kind) > ($1::int4, $2::uuid, $3::int4, $4)
         order by product_id, deal_id, version, kind limit $5`,
  row: { productId: int4, id: uuid, version: int4, kind: oneOf(CALL_KINDS) },
});

const READ_SENT = statement({
  name: 'read-keys-of-jobs',
  text: `select key from jobs where kind = $1 and key = any($2::text[])`,
  row: { key: orNull(text) },
});

type Position = readonly [productId: number, id: string, version: number, kind: string];

const START: Position = [0, BEFORE_ALL_IDS, 0, ''];
const CALLS_AT_ONCE = 500;

/**
 * The calls that no attempt has begun for, and that no job makes: those of steps outside a server. Others may wait
 * by the thousand after an outage, so they are looked up by their keys.
 * @param jobKind of jobs whose keys are the names of calls
 * @param atOnce the calls that are read at a time
 */
export async function readUnsentCalls(
  pool: pg.Pool,
  jobKind: string,
  limit: number,
  atOnce = CALLS_AT_ONCE,
): Promise<CallKey[]> {
  const unsent: CallKey[] = [];
  for (let after = START; unsent.length < limit; ) {
    const waiting = await READ_WAITING_CALLS.rows(pool, [...after, atOnce]);
    if (waiting.length > 0) {
      const sent = new Set(
        (await READ_SENT.rows(pool, [jobKind, waiting.map(nameOfCall)])).map(({ key }) => key),
      );
      unsent.push(...waiting.filter((call) => !sent.has(nameOfCall(call))));
    }
    const last = waiting.at(-1);
    if (!last || waiting.length < atOnce) {
      break;
    }
    after = [last.productId, last.id, last.version, last.kind];
  }
  return unsent.slice(0, limit);
}
