import { MAILS_OFF_PATH } from '@perkex/contract/notices.js';
import { NOTICE_KINDS } from '@perkex/core/notices/notices.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { z } from 'zod';
import { int4, oneOf, orNull, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { jobKind } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { letterMail } from '../mail/letter.js';
import type { Mailer } from '../mail/mailer.js';
import { noticeOfMarketLetter } from '../mail/market-letters.js';
import { type MailsOffTokens, mailsOffTokens } from './mails-off-tokens.js';
import { readMailChoices } from './notice-mail-choices.js';

/** For about a day. */
const NOTICE_MAIL_JOBS = jobKind({
  name: 'notice-mail',
  data: z.object({ noticeId: z.string() }),
  retries: { attempts: 14, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 4,
});

const READ_WAITING = statement({
  name: 'read-notice-to-mail',
  text: `select notice.user_id as "userId", notice.kind, notice.product_id as "productId", product.name, notice.size,
           notice.side, notice.price_cents as "priceCents",
           coalesce(o.price_cents, notice.alert_cents) as "limitCents",
           trade.seller_total_cents as "sellerTotalCents", trade.buyer_total_cents as "buyerTotalCents"
         from notices as notice
         join products as product on product.id = notice.product_id
         left join orders as o
           on o.product_id = notice.product_id and o.size = notice.size and o.seq = notice.order_seq
         left join trades as trade on trade.product_id = notice.product_id and trade.id = notice.trade_id
         where notice.id = $1 and notice.mail = 'waiting'`,
  row: {
    userId: text,
    kind: oneOf(NOTICE_KINDS),
    productId: int4,
    name: text,
    size: text,
    side: oneOf(SIDES),
    priceCents: orNull(int4),
    limitCents: orNull(int4),
    sellerTotalCents: orNull(int4),
    buyerTotalCents: orNull(int4),
  },
});

const NOTE_MAIL = statement({
  name: 'note-notice-mail',
  text: `update notices set mail = $2 where id = $1 and mail = 'waiting'`,
});

export interface NoticeMailsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  /** Signs the links that turn mails off. */
  readonly secret: string;
  /** Where a user reads mails; null for somebody who has shown no mailbox, or is gone. */
  readonly mailboxOf: (userId: string) => Promise<string | null>;
}

/** Sends notices by mail to those who want it, from the transaction that makes them until the mail server has them. */
export class NoticeMails {
  readonly tokens: MailsOffTokens;

  constructor(private readonly options: NoticeMailsOptions) {
    this.tokens = mailsOffTokens(options.secret);
    options.jobs.register(NOTICE_MAIL_JOBS, {
      work: ({ noticeId }) => this.deliver(noticeId),
      onGivenUp: async (tx, { noticeId }) => void (await NOTE_MAIL.run(tx, [noticeId, 'failed'])),
    });
  }

  /** @returns whether a kind of notices is to be mailed to a user of these */
  readChoices(tx: Transaction, notices: readonly { readonly userId: string }[]) {
    return readMailChoices(tx, [...new Set(notices.map(({ userId }) => userId))]);
  }

  async send(tx: Transaction, notices: readonly { readonly id: string }[]): Promise<void> {
    if (notices.length > 0) {
      const all = notices.map(({ id }) => ({ noticeId: id }));
      await this.options.jobs.sendAll(tx, NOTICE_MAIL_JOBS, all);
    }
  }

  /** Whether mails can be sent to the user at the moment. */
  async canReach(userId: string): Promise<boolean> {
    return (await this.options.mailboxOf(userId)) !== null;
  }

  /** Once more only if it was handed over, and that could not be noted. */
  private async deliver(noticeId: string): Promise<void> {
    const { pool, mailer, mailboxOf } = this.options;
    const notice = await READ_WAITING.row(pool, [noticeId]);
    if (!notice) {
      return;
    }
    const { userId, kind } = notice;
    const isStillWanted = await readMailChoices(pool, [userId]);
    const mailbox = isStillWanted(userId, kind) ? await mailboxOf(userId) : null;
    if (mailbox === null) {
      await NOTE_MAIL.run(pool, [noticeId, 'none']);
      return;
    }
    const mailsOffUrl = this.mailsOffUrl(this.tokens.make({ userId, kind }));
    const letter = noticeOfMarketLetter(notice, { publicUrl: this.options.publicUrl, mailsOffUrl });
    await mailer.send({
      ...letterMail(mailbox, letter),
      // RFC 8058: mail programs turn them off by a POST, without showing a page.
      headers: {
        'List-Unsubscribe': `<${mailsOffUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    await NOTE_MAIL.run(pool, [noticeId, 'sent']);
  }

  private mailsOffUrl(token: string): string {
    return `${new URL(MAILS_OFF_PATH, this.options.publicUrl).href}?token=${token}`;
  }
}
