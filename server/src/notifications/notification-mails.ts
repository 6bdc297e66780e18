import { setTimeout as pause } from 'node:timers/promises';
import type { NotificationMailState } from '@perkex/contract/notifications.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { isChosenKind, type NotificationKind } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { z } from 'zod';
import { RowSet } from '../database/row-set.js';
import { int4, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { jobKind } from '../jobs/job-kind.js';
import { type Fact, letterMail } from '../mail/letter.js';
import type { MailParts } from '../mail/mail-parts.js';
import { sendWithin } from '../mail/mailboxes.js';
import { mailsOffUrl, unsubscribeHeaders } from './mails-off-link.js';
import { type MailsOffTokens, mailsOffTokens } from './mails-off-tokens.js';
import { NOTICE, NOTICE_ROW, NOTICE_TABLES, ORDERS_OF_NOTICES } from './notice-columns.js';
import { letterOfNotification } from './notification-letters.js';
import { readMailChoices } from './notification-mail-choices.js';

/** The mails of a job are sent together, which costs the database little more than one mail. */
const MAILS_OF_JOB = 5;
/** Mails sent by then are recorded without waiting for the rest, so that a crash does not send them twice. */
const NOTED_AFTER_MS = 1_000;

/** Retried for about a day. */
const NOTIFICATION_MAIL_JOBS = jobKind({
  name: 'notice-mail',
  data: z.object({ noticeIds: z.array(z.string()) }),
  retries: { attempts: 14, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 2,
});

const READ_WAITING = statement({
  name: 'read-notices-to-mail',
  text: `with notice as materialized (
           select * from notices where id = any($1::uuid[]) and mail = 'waiting'
         ), ${ORDERS_OF_NOTICES}, trade as materialized (
           select distinct made.product_id, made.id, made.seller_total_cents, made.buyer_total_cents
           from notice join trades as made on made.product_id = notice.product_id and made.id = notice.trade_id
         )
         select ${NOTICE}, notice.user_id as "userId",
           trade.seller_total_cents as "sellerTotalCents", trade.buyer_total_cents as "buyerTotalCents"
         ${NOTICE_TABLES}
         left join trade on trade.product_id = notice.product_id and trade.id = notice.trade_id`,
  row: {
    ...NOTICE_ROW,
    userId: text,
    sellerTotalCents: orNull(int4),
    buyerTotalCents: orNull(int4),
  },
});

type WaitingNotification = RowOf<typeof READ_WAITING>;

/** The user and the kind of a notification. */
interface Addressed {
  readonly userId: string;
  readonly kind: NotificationKind;
}

interface MailOutcome {
  readonly id: string;
  readonly mail: NotificationMailState;
}

const OUTCOMES = new RowSet<MailOutcome>({ id: [uuid, ({ id }) => id], mail: [text, ({ mail }) => mail] });

const NOTE_MAILS = statement({
  name: 'note-notice-mails',
  text: `update notices set mail = outcome.mail from ${OUTCOMES.as('outcome')}
         where notices.id = outcome.id and notices.mail = 'waiting'`,
});

export interface NotificationMailsOptions extends MailParts {
  /** Signs the links that turn mails off. */
  readonly secret: string;
  readonly factsOf?: FactsOf | undefined;
}

/** Reads the data that the mail of a notification shows besides its sentences. */
export type FactsOf = (
  notice: Pick<WaitingNotification, 'productId' | 'side' | 'dealId' | 'dealNews'>,
) => Promise<readonly Fact[]>;

/**
 * Mails notifications to users who want them. The mails are stored as jobs in the transaction of the notifications, and
 * retried until the mail server accepts them.
 */
export class NotificationMails {
  readonly tokens: MailsOffTokens;

  constructor(private readonly options: NotificationMailsOptions) {
    this.tokens = mailsOffTokens(options.secret);
    options.jobs.register(NOTIFICATION_MAIL_JOBS, {
      work: ({ noticeIds }) => this.deliver(noticeIds),
      onGivenUp: (tx, { noticeIds }) =>
        note(
          tx,
          noticeIds.map((id) => ({ id, mail: 'failed' })),
        ),
    });
  }

  /**
   * The identity service mails that an API key was created.
   * @returns a function: the address for mails of a notification to its user, or undefined to send none
   */
  async addressesFor(
    connection: pg.Pool | Transaction,
    notices: readonly Addressed[],
  ): Promise<(notice: Addressed) => string | undefined> {
    const userIds = [...new Set(notices.map(({ userId }) => userId))];
    const isWanted = await readMailChoices(connection, userIds);
    const mailboxes = await this.options.mailboxesOf(connection, userIds);
    return ({ userId, kind }) =>
      kind !== 'key-made' && isWanted(userId, kind) ? mailboxes.get(userId) : undefined;
  }

  async send(tx: Transaction, notices: readonly { readonly id: string }[]): Promise<void> {
    if (notices.length > 0) {
      const noticeIds = notices.map(({ id }) => id);
      const jobs = inPieces(noticeIds, MAILS_OF_JOB).map((some) => ({ noticeIds: some }));
      await this.options.jobs.sendAll(tx, NOTIFICATION_MAIL_JOBS, jobs);
    }
  }

  /** True if the user can get mails at present. */
  async canReach(userId: string): Promise<boolean> {
    return (await this.options.mailboxesOf(this.options.pool, [userId])).has(userId);
  }

  /** A retry sends only mails that failed, or that were sent but not recorded. */
  private async deliver(noticeIds: readonly string[]): Promise<void> {
    const { pool } = this.options;
    const notices = await READ_WAITING.rows(pool, [noticeIds]);
    if (notices.length === 0) {
      return;
    }
    const addressOf = await this.addressesFor(pool, notices);
    const outcomes: MailOutcome[] = [];
    const failures: unknown[] = [];
    const settle = async (notice: WaitingNotification) => {
      const address = addressOf(notice);
      try {
        if (address !== undefined) {
          await this.mail(address, notice);
        }
        outcomes.push({ id: notice.id, mail: address === undefined ? 'none' : 'sent' });
      } catch (error) {
        failures.push(error);
      }
    };
    const all = Promise.all(notices.map(settle));
    await Promise.race([all, pause(NOTED_AFTER_MS, undefined, { ref: false })]);
    const noted = note(pool, outcomes.splice(0)).catch((error: unknown) => void failures.push(error));
    await Promise.all([noted, all]);
    await note(pool, outcomes);
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  private async mail(address: string, notice: WaitingNotification): Promise<void> {
    const { userId, kind } = notice;
    const { publicUrl, factsOf } = this.options;
    const { tokens } = this;
    const offUrl = isChosenKind(kind) ? mailsOffUrl({ tokens, publicUrl }, { userId, kind }) : null;
    const facts = (await factsOf?.(notice)) ?? [];
    const letter = letterOfNotification(notice, { publicUrl, mailsOffUrl: offUrl }, facts);
    const { mailer, mailboxes } = this.options;
    await sendWithin(mailboxes, { mailbox: address, cause: 'market' }, async () => {
      await mailer.send({
        ...letterMail(address, letter),
        ...(offUrl !== null && { headers: unsubscribeHeaders(offUrl) }),
      });
      return true;
    });
  }
}

async function note(connection: pg.Pool | Transaction, outcomes: readonly MailOutcome[]): Promise<void> {
  if (outcomes.length > 0) {
    await NOTE_MAILS.run(connection, OUTCOMES.values(outcomes));
  }
}
