import {
  ACCOUNT_EVENTS,
  type AccountEvent,
  type AccountEventKind,
  SIGN_IN_PROOFS,
  type SignInProof,
} from '@perkex/contract/account-events.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { forgetRows } from '../../../database/forget-rows.js';
import { bool, oneOf, statement, text, texts, timestamptz } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import { limitedAddress } from '../../../http/client-address.js';

/**
 * Maximum number of events kept per user and kind. A stolen session can repeat some kinds at will, and must not push
 * out the login of the thief.
 */
const MAX_EVENTS_OF_A_KIND = 50;
const MAX_USER_AGENT_LENGTH = 256;

/** Where a request came from. */
export interface EventOrigin {
  readonly address: string;
  readonly userAgent: string;
}

export function originOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): EventOrigin {
  const userAgent = headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? '';
  return { address: limitedAddress(ip), userAgent };
}

const INSERT_EVENT = statement({
  name: 'identity-insert-event',
  text: `insert into identity_events (user_id, kind, proofs, address, user_agent) values ($1, $2, $3, $4, $5)`,
});

const DELETE_OLD_EVENTS = statement({
  name: 'identity-delete-old-events',
  text: `delete from identity_events where user_id = $1 and kind = $2
         and id <= (select id from identity_events where user_id = $1 and kind = $2
                    order by id desc offset $3 limit 1)`,
});

/** Records an event in this transaction. Rejects when the database fails. */
export async function noteEvent(
  tx: Transaction,
  userId: string,
  kind: AccountEventKind,
  { address, userAgent }: EventOrigin,
  proofs: readonly SignInProof[] = [],
): Promise<void> {
  await INSERT_EVENT.run(tx, [userId, kind, proofs, address, userAgent]);
  await DELETE_OLD_EVENTS.run(tx, [userId, kind, MAX_EVENTS_OF_A_KIND]);
}

const IS_FIRST_SIGN_IN = statement({
  name: 'identity-is-first-sign-in',
  text: `select exists (select from identity_events where user_id = $1 and kind = 'signed-up')
           and not exists (select from identity_events where user_id = $1 and kind like 'signed-in%') as "isFirst"`,
  row: { isFirst: bool },
});

/** Checks whether the user has signed up but not signed in since. */
export async function isFirstSignIn(tx: Transaction, userId: string): Promise<boolean> {
  return (await IS_FIRST_SIGN_IN.row(tx, [userId]))?.isFirst === true;
}

const READ_EVENTS = statement({
  name: 'identity-read-events',
  text: `select id::text as id, kind, proofs, happened_at as "happenedAt", user_agent as "userAgent", address
         from identity_events where user_id = $1 order by identity_events.id desc`,
  row: {
    id: text,
    kind: oneOf(ACCOUNT_EVENTS),
    proofs: texts,
    happenedAt: timestamptz,
    userAgent: text,
    address: text,
  },
});

/** The events of a user, newest first. Rejects when the database fails. */
export async function readEvents(pool: pg.Pool, userId: string): Promise<AccountEvent[]> {
  const rows = await READ_EVENTS.rows(pool, [userId]);
  return rows.map(({ id, kind, proofs, happenedAt, userAgent, address }) => ({
    id,
    kind,
    proofs: SIGN_IN_PROOFS.filter((proof) => proofs.includes(proof)),
    happenedAt: happenedAt.toISOString(),
    userAgent,
    address,
  }));
}

const DELETE_EVENTS_OVER = statement({
  name: 'identity-delete-events-over',
  text: `delete from identity_events where happened_at < now() - interval '1 year'`,
});

/** Deletes events older than a year. Rejects when the database fails. */
export async function deleteEventsOver(pool: pg.Pool): Promise<void> {
  await DELETE_EVENTS_OVER.run(pool);
}

/** Deletes the events of an account from before its transfer. */
export const forgetEvents = forgetRows('identity-forget-events', 'identity_events');
