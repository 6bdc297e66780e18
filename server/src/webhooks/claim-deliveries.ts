import { EVENT_KINDS } from '@perkex/contract/event-kinds.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  json,
  oneOf,
  type RowOf,
  statement,
  text,
  timestamptz,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Lease } from './claim-receivers.js';

/** Longer than an attempt: a server that has not saved its outcome by then is gone. */
const ATTEMPT_SECONDS = 45;

const CLAIM_DELIVERIES = statement({
  name: 'claim-deliveries',
  text: `with due as materialized (
           select number from webhook_deliveries
           where user_id = $1 and webhook_id = $2 and status = 'waiting' and due_at <= now()
             and exists (select from webhooks
                         where webhooks.user_id = $1 and webhooks.id = $2 and lease = $3 and leased_until > now()
                           and off_reason is null)
           order by number limit $4 for update of webhook_deliveries skip locked
         )
         update webhook_deliveries as delivery
         set attempts = delivery.attempts + 1, due_at = now() + make_interval(secs => ${ATTEMPT_SECONDS}),
           is_under_way = true
         from due join user_events as event on event.user_id = $1 and event.number = due.number
         where delivery.user_id = $1 and delivery.webhook_id = $2 and delivery.number = due.number
         returning delivery.number::float8 as number, delivery.attempts,
           delivery.former_attempts as "formerAttempts", event.kind, event.data,
           event.happened_at as "happenedAt", event.saved_at as "savedAt"`,
  row: {
    number: float8,
    attempts: int4,
    formerAttempts: int4,
    kind: oneOf(EVENT_KINDS),
    data: json<object>(),
    happenedAt: timestamptz,
    savedAt: timestamptz,
  },
});

/** A delivery whose next attempt has begun. */
export type ClaimedDelivery = RowOf<typeof CLAIM_DELIVERIES>;

/** Begins an attempt of the due deliveries with the lowest numbers, while the lease lasts. @returns them in order */
export async function claimDeliveries(
  pool: pg.Pool,
  { userId, id, lease }: Lease,
  places: number,
): Promise<ClaimedDelivery[]> {
  const claimed = await CLAIM_DELIVERIES.rows(pool, [userId, id, lease, places]);
  return claimed.sort((one, other) => one.number - other.number);
}

type Attempt = Pick<ClaimedDelivery, 'number' | 'attempts'>;

/** The end of an attempt. */
export interface Outcome extends Attempt {
  readonly status: 'delivered' | 'waiting' | 'failed';
  /** Until the next attempt; null unless it waits. */
  readonly pauseSeconds: number | null;
  readonly answerStatus: number | null;
  readonly answer: string;
}

const OUTCOMES = new RowSet<Outcome>({
  number: [float8, ({ number }) => number],
  attempts: [int4, ({ attempts }) => attempts],
  status: [text, ({ status }) => status],
  pause_seconds: [float8, ({ pauseSeconds }) => pauseSeconds],
  answer_status: [int4, ({ answerStatus }) => answerStatus],
  answer: [text, ({ answer }) => answer],
});

/** A later attempt, of another server, has its own outcome. */
const SAVE_OUTCOMES = statement({
  name: 'save-outcomes-of-deliveries',
  text: `with saved as (
           update webhook_deliveries as delivery
           set status = outcome.status, due_at = now() + make_interval(secs => outcome.pause_seconds),
             attempted_at = now(), is_under_way = false, answer_status = outcome.answer_status, answer = outcome.answer
           from ${OUTCOMES.as('outcome', 3)}
           where delivery.user_id = $1 and delivery.webhook_id = $2 and delivery.number = outcome.number::bigint
             and delivery.attempts = outcome.attempts and delivery.status = 'waiting'
         )
         select true as "isLeased" from webhooks
         where user_id = $1 and id = $2 and lease = $3 and leased_until > now() and off_reason is null`,
  row: { isLeased: bool },
});

/** @returns false if the lease has ended: its owner has changed the webhook or turned it off */
export async function saveOutcomes(
  connection: pg.Pool | Transaction,
  { userId, id, lease }: Lease,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  return (
    (await SAVE_OUTCOMES.row(connection, [userId, id, lease, ...OUTCOMES.values(outcomes)])) !== undefined
  );
}

const ATTEMPTS = new RowSet<Attempt>({
  number: [float8, ({ number }) => number],
  attempts: [int4, ({ attempts }) => attempts],
});

const GIVE_BACK = statement({
  name: 'give-back-deliveries',
  text: `update webhook_deliveries as delivery set attempts = delivery.attempts - 1, due_at = now(), is_under_way = false
         from ${ATTEMPTS.as('unused', 2)}
         where delivery.user_id = $1 and delivery.webhook_id = $2 and delivery.number = unused.number::bigint
           and delivery.attempts = unused.attempts and delivery.status = 'waiting'`,
});

/** Takes attempts back that did not happen. */
export async function giveBack(
  pool: pg.Pool,
  { userId, id }: Lease,
  unused: readonly Attempt[],
): Promise<void> {
  await GIVE_BACK.run(pool, [userId, id, ...ATTEMPTS.values(unused)]);
}

const TURN_OFF = statement({
  name: 'turn-webhook-off',
  text: `update webhooks set off_reason = $4, off_at = now(), lease = lease + 1, leased_until = '-infinity'
         where user_id = $1 and id = $2 and lease = $3 and off_reason is null`,
});

/** Turns a webhook off. @returns false if its lease has ended */
export async function turnOff(
  tx: Transaction,
  { userId, id, lease }: Lease,
  reason: 'failing' | 'gone' | 'secret',
): Promise<boolean> {
  return (await TURN_OFF.run(tx, [userId, id, lease, reason])) === 1;
}
