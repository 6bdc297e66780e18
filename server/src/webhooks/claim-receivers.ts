import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';

/** A server that ends without releasing a receiver is considered gone after that time. */
const LEASE_SECONDS = 30;

const FIND_ANY = statement({
  name: 'find-any-webhook',
  text: 'select exists (select from webhooks where off_reason is null) as "isAny"',
  row: { isAny: bool },
});

/** True if any webhook is on. */
export async function isAnyOn(pool: pg.Pool): Promise<boolean> {
  return (await FIND_ANY.row(pool))?.isAny ?? false;
}

/** Apart, because a distributed database does not lock rows that it compares with the accounts. */
const FIND_BLOCKED = statement({
  name: 'find-blocked-users-with-webhooks',
  text: `select distinct hook.user_id as "userId" from webhooks as hook
         join accounts on accounts.user_id = hook.user_id and accounts.blocked_at is not null`,
  row: { userId: text },
});

/** The one that has waited longest comes first. A blocked user's webhooks send nothing. */
const CLAIM_RECEIVERS = statement({
  name: 'claim-webhooks',
  text: `with due as materialized (
           select hook.user_id, hook.id from webhooks as hook
           where hook.off_reason is null and hook.is_slow = $1 and hook.leased_until <= now()
             and hook.paused_until <= now()
             and (exists (select from event_heads as head
                          where head.user_id = hook.user_id and head.last_number > hook.last_number)
                  or exists (select from webhook_deliveries as delivery
                             where delivery.user_id = hook.user_id and delivery.webhook_id = hook.id
                               and delivery.status = 'waiting' and delivery.due_at <= now()))
             and hook.user_id <> all($3::text[])
           order by hook.leased_until limit $2 for no key update of hook skip locked
         )
         update webhooks as hook
         set lease = hook.lease + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
         from due where hook.user_id = due.user_id and hook.id = due.id
         returning hook.user_id as "userId", hook.id, hook.lease::float8 as lease, hook.url, hook.secret,
           hook.former_secret as "formerSecret", hook.former_until as "formerUntil", hook.is_slow as "isSlow"`,
  row: {
    userId: text,
    id: uuid,
    lease: float8,
    url: text,
    secret: text,
    formerSecret: orNull(text),
    formerUntil: orNull(timestamptz),
    isSlow: bool,
  },
});

/** A webhook that this server alone delivers to, until its lease ends. */
export type ClaimedReceiver = RowOf<typeof CLAIM_RECEIVERS>;

/** Identifies a lease. */
export type Lease = Pick<ClaimedReceiver, 'userId' | 'id' | 'lease'>;

/** Claims receivers with events that are due. */
export async function claimReceivers(
  pool: pg.Pool,
  isSlow: boolean,
  places: number,
): Promise<ClaimedReceiver[]> {
  const blocked = await FIND_BLOCKED.rows(pool);
  return CLAIM_RECEIVERS.rows(pool, [isSlow, places, blocked.map(({ userId }) => userId)]);
}

const LEASES = new RowSet<Lease>({
  user_id: [text, ({ userId }) => userId],
  id: [uuid, ({ id }) => id],
  lease: [float8, ({ lease }) => lease],
});

const RENEW_LEASES = statement({
  name: 'renew-leases-of-webhooks',
  text: `update webhooks as hook set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
         from ${LEASES.as('held')}
         where hook.user_id = held.user_id and hook.id = held.id and hook.lease = held.lease`,
});

export async function renewLeases(pool: pg.Pool, held: readonly Lease[]): Promise<void> {
  await RENEW_LEASES.run(pool, LEASES.values(held));
}

/** The lease gets another number, so that a renewal which is still under way does not find it. */
const RELEASE = statement({
  name: 'release-webhook',
  text: `update webhooks
         set lease = lease + 1, leased_until = now() + make_interval(secs => $4), is_slow = $5,
           paused_until = greatest(paused_until, now() + make_interval(secs => $6))
         where user_id = $1 and id = $2 and lease = $3`,
});

/** The state of a receiver for the next server that claims it. */
export interface Released {
  /** No server claims it before. */
  readonly restSeconds: number;
  readonly isSlow: boolean;
  /** The receiver wants no request before. */
  readonly pauseSeconds: number;
}

/** Ends a lease, unless it has ended already. */
export async function releaseReceiver(
  pool: pg.Pool,
  { userId, id, lease }: Lease,
  { restSeconds, isSlow, pauseSeconds }: Released,
): Promise<void> {
  await RELEASE.run(pool, [userId, id, lease, restSeconds, isSlow, pauseSeconds]);
}

/** The deliveries of one receiver that may wait at a time. Later events wait in the drop copy. */
const MAX_WAITING = 1_000;
const EVENTS_AT_ONCE = 200;

/** The rows of a webhook, while its lease lasts. */
const LEASED = `select last_number, kinds from webhooks
           where user_id = $1 and id = $2 and lease = $3 and leased_until > now() and off_reason is null`;

const PLAN_DELIVERIES = statement({
  name: 'plan-deliveries-of-webhook',
  text: `with hook as materialized (
           ${LEASED} for no key update
         ), event as materialized (
           select number, kind, saved_at from user_events
           where user_id = $1 and number > (select last_number from hook)
           order by number
           limit (select least(${EVENTS_AT_ONCE}, greatest(0, ${MAX_WAITING} - count(*))) from webhook_deliveries
                  where user_id = $1 and webhook_id = $2 and status = 'waiting')
         ), passed as (
           update webhooks set last_number = newest.number
           from (select max(number) as number, count(*)::int as events from event) as newest
           where user_id = $1 and id = $2 and newest.events > 0
           returning newest.events
         ), planned as (
           insert into webhook_deliveries (user_id, webhook_id, number, kind, saved_at)
           select $1, $2, event.number, event.kind, event.saved_at from event cross join hook
           where event.kind = any(hook.kinds)
           on conflict do nothing
         )
         select events from passed`,
  row: { events: int4 },
});

/**
 * Plans the deliveries of the next events, unless too many wait already.
 * @returns the number of events that were looked at, wanted or not
 */
export async function planDeliveries(pool: pg.Pool, { userId, id, lease }: Lease): Promise<number> {
  return (await PLAN_DELIVERIES.row(pool, [userId, id, lease]))?.events ?? 0;
}
