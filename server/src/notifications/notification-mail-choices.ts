import {
  isMailKind,
  MAIL_KINDS,
  MAILED_BY_DEFAULT,
  type MailKind,
  type NotificationKind,
} from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { forgetRows } from '../database/forget-rows.js';
import { bool, oneOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const READ_CHOICES = statement({
  name: 'read-notice-mail-choices',
  text: 'select user_id as "userId", kind, is_on as "isOn" from notice_mails where user_id = any($1::text[])',
  row: { userId: text, kind: oneOf(MAIL_KINDS), isOn: bool },
});

const SAVE_CHOICE = statement({
  name: 'save-notice-mail-choice',
  text: `insert into notice_mails (user_id, kind, is_on) values ($1, $2, $3)
         on conflict (user_id, kind) do update set is_on = excluded.is_on`,
});

export type MailChoices = Readonly<Record<MailKind, boolean>>;

/** Reads these users' choices. @returns a function: true if a user wants mails of a kind */
export async function readMailChoices(
  connection: pg.Pool | Transaction,
  userIds: readonly string[],
): Promise<(userId: string, kind: NotificationKind | MailKind) => boolean> {
  const rows = await READ_CHOICES.rows(connection, [userIds]);
  const chosen = new Map(rows.map(({ userId, kind, isOn }) => [`${kind} ${userId}`, isOn]));
  return (userId, kind) => !isMailKind(kind) || (chosen.get(`${kind} ${userId}`) ?? MAILED_BY_DEFAULT[kind]);
}

/** Reads a user's choice for every kind of mails: true if they are sent. */
export async function readMailChoicesOf(
  connection: pg.Pool | Transaction,
  userId: string,
): Promise<MailChoices> {
  const isChosen = await readMailChoices(connection, [userId]);
  const entries = MAIL_KINDS.map((kind) => [kind, isChosen(userId, kind)]);
  return Object.fromEntries(entries) as MailChoices;
}

export async function saveMailChoice(
  connection: pg.Pool | Transaction,
  userId: string,
  kind: MailKind,
  isOn: boolean,
): Promise<void> {
  await SAVE_CHOICE.run(connection, [userId, kind, isOn]);
}

/** Deletes a user's choices, so that the defaults apply. */
export const forgetMailChoices = forgetRows('forget-notice-mail-choices', 'notice_mails');
