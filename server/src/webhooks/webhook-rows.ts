import { EVENT_KINDS } from '@perkex/contract/event-kinds.js';
import {
  FORMER_SECRET_HOURS,
  MAX_WEBHOOKS,
  OFF_REASONS,
  type OwnWebhook,
  type WebhookTerms,
} from '@perkex/contract/webhooks.js';
import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import {
  bool,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { beginUserEvents } from '../drop-copy/save-user-events.js';
import type { Refusal } from '../http/problems.js';
import { lockUser } from '../users/lock-user.js';

const READ_WEBHOOKS = statement({
  name: 'read-webhooks-of-user',
  text: `select hook.id, hook.url, hook.kinds, hook.made_at as "madeAt",
           case when hook.former_until > now() then hook.former_until end as "formerUntil",
           hook.off_reason as "offReason", hook.off_at as "offAt",
           (select count(*)::int from webhook_deliveries as delivery
            where delivery.user_id = hook.user_id and delivery.webhook_id = hook.id and delivery.status = 'waiting')
             as waiting
         from webhooks as hook where hook.user_id = $1 and ($2::uuid is null or hook.id = $2)
         order by hook.made_at desc, hook.id limit ${MAX_WEBHOOKS}`,
  row: {
    id: uuid,
    url: text,
    kinds: texts,
    madeAt: timestamptz,
    formerUntil: orNull(timestamptz),
    offReason: orNull(oneOf(OFF_REASONS)),
    offAt: orNull(timestamptz),
    waiting: int4,
  },
});

/** The webhooks of a user, newest first. */
export async function readWebhooks(client: pg.Pool | Transaction, userId: string): Promise<OwnWebhook[]> {
  return (await READ_WEBHOOKS.rows(client, [userId, null])).map(webhookOf);
}

/** A webhook of a user; null for none. */
export async function readWebhook(
  client: pg.Pool | Transaction,
  userId: string,
  id: string,
): Promise<OwnWebhook | null> {
  const row = await READ_WEBHOOKS.row(client, [userId, id]);
  return row ? webhookOf(row) : null;
}

function webhookOf(row: RowOf<typeof READ_WEBHOOKS>): OwnWebhook {
  const { id, url, kinds, madeAt, formerUntil, offReason, offAt, waiting } = row;
  return {
    webhook: id,
    url,
    kinds: EVENT_KINDS.filter((kind) => kinds.includes(kind)),
    madeAt: madeAt.toISOString(),
    formerSecretUntil: formerUntil?.toISOString() ?? null,
    off: offReason === null || offAt === null ? null : { reason: offReason, at: offAt.toISOString() },
    waiting,
  };
}

const READ_SECRETS = statement({
  name: 'read-secrets-of-webhook',
  text: `select secret, case when former_until > now() then former_secret end as former, off_reason is not null as "isOff"
         from webhooks where user_id = $1 and id = $2`,
  row: { secret: text, former: orNull(text), isOff: bool },
});

/** The sealed secrets by which a webhook signs now, and whether it is off; null for none. */
export async function readSecrets(
  pool: pg.Pool,
  userId: string,
  id: string,
): Promise<{ readonly sealed: readonly string[]; readonly isOff: boolean } | null> {
  const row = await READ_SECRETS.row(pool, [userId, id]);
  return row
    ? { sealed: row.former === null ? [row.secret] : [row.secret, row.former], isOff: row.isOff }
    : null;
}

const INSERT_WEBHOOK = statement({
  name: 'insert-webhook',
  text: `insert into webhooks (user_id, id, url, kinds, secret, last_number)
         select $1, $2, $3, $4, $5, last_number from event_heads where user_id = $1`,
});

/** Makes a webhook of a user. Its first event is the next one. @param secret sealed */
export async function insertWebhook(
  tx: Transaction,
  userId: string,
  { id, secret }: { readonly id: string; readonly secret: string },
  { url, kinds }: WebhookTerms,
): Promise<Refusal<'too-many-webhooks'> | null> {
  await lockUser(tx, userId);
  if ((await readWebhooks(tx, userId)).length >= MAX_WEBHOOKS) {
    return { refused: 'too-many-webhooks' };
  }
  await beginUserEvents(tx, userId);
  await INSERT_WEBHOOK.run(tx, [userId, id, url, kinds, secret]);
  return null;
}

/** A change ends the lease of the server that delivers to the receiver, so the next attempt knows of it. */
const ENDS_LEASE = `lease = lease + 1, leased_until = '-infinity', paused_until = '-infinity', is_slow = false`;
const UNKNOWN = { refused: 'unknown-webhook' } as const;

const UPDATE_WEBHOOK = statement({
  name: 'update-webhook',
  text: `update webhooks set url = $3, kinds = $4, ${ENDS_LEASE} where user_id = $1 and id = $2`,
});

/** Changes a webhook. The new address gets the deliveries that wait, and the new kinds count for later events. */
export async function updateWebhook(
  tx: Transaction,
  userId: string,
  id: string,
  { url, kinds }: WebhookTerms,
): Promise<Refusal<'unknown-webhook'> | null> {
  return (await UPDATE_WEBHOOK.run(tx, [userId, id, url, kinds])) === 1 ? null : UNKNOWN;
}

const RENEW_SECRET = statement({
  name: 'renew-secret-of-webhook',
  text: `update webhooks
         set former_secret = secret, former_until = now() + make_interval(hours => ${FORMER_SECRET_HOURS}),
           secret = $3, ${ENDS_LEASE}
         where user_id = $1 and id = $2`,
});

/** @param secret sealed. The former one also signs for a day. */
export async function renewSecret(
  tx: Transaction,
  userId: string,
  id: string,
  secret: string,
): Promise<Refusal<'unknown-webhook'> | null> {
  return (await RENEW_SECRET.run(tx, [userId, id, secret])) === 1 ? null : UNKNOWN;
}

const SWITCH_WEBHOOK = statement({
  name: 'switch-webhook',
  text: `update webhooks
         set off_reason = case when $3 then null else coalesce(off_reason, 'owner') end,
           off_at = case when $3 then null else coalesce(off_at, now()) end, ${ENDS_LEASE}
         where user_id = $1 and id = $2`,
});

const RESTART_DELIVERIES = statement({
  name: 'restart-deliveries-of-webhook',
  text: `update webhook_deliveries set due_at = now(), former_attempts = attempts
         where user_id = $1 and webhook_id = $2 and status = 'waiting' and not is_under_way`,
});

/** Turns a webhook off or on. What waits is sent once it is on again, with ten new attempts. */
export async function switchWebhook(
  tx: Transaction,
  userId: string,
  id: string,
  isOn: boolean,
): Promise<Refusal<'unknown-webhook'> | null> {
  if ((await SWITCH_WEBHOOK.run(tx, [userId, id, isOn])) !== 1) {
    return UNKNOWN;
  }
  if (isOn) {
    await RESTART_DELIVERIES.run(tx, [userId, id]);
  }
  return null;
}

const DELETE_WEBHOOK = statement({
  name: 'delete-webhook',
  text: 'delete from webhooks where user_id = $1 and id = $2',
});

/** Deletes a webhook and its deliveries. @returns false if there is none */
export async function deleteWebhook(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await DELETE_WEBHOOK.run(tx, [userId, id])) === 1;
}

/** Deletes the webhooks of a user whose account is erased or transferred. */
export const forgetWebhooks = forgetRows('forget-webhooks', 'webhooks');
