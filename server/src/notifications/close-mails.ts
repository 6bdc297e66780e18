import type { MarketDay } from '@perkex/contract/market-day.js';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { addDays, type Day, dayAt } from '@perkex/core/figures/days.js';
import { changeText } from '@perkex/core/market/percent-text.js';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import { statement, text } from '../database/statement.js';
import { transaction } from '../database/transaction.js';
import { jobKind } from '../jobs/job-kind.js';
import { type Letter, letterMail } from '../mail/letter.js';
import type { MailParts } from '../mail/mail-parts.js';
import { sendWithin } from '../mail/mailboxes.js';
import { readCloseAfresh } from '../market/close-reader.js';
import type { Maintenance } from '../process/maintenance.js';
import { mailsOffNotes, mailsOffUrl, unsubscribeHeaders } from './mails-off-link.js';
import type { MailsOffTokens } from './mails-off-tokens.js';
import { readMailChoicesOf } from './notification-mail-choices.js';

const INTERVAL_MS = 60_000;
/** By then, the last trades of a day have been counted. */
const CLOSED_AFTER_MS = 10 * 60_000;
/** Each transaction takes this many users, so that none is long. */
const USERS_AT_ONCE = 500;

/** Retried for a few hours: the next one is sent tomorrow. */
const CLOSE_MAILS = jobKind({
  name: 'close-mail',
  data: z.object({ userId: z.string(), day: z.string() }),
  keyOf: ({ userId, day }) => `${day} ${userId}`,
  retries: { attempts: 8, firstPauseSeconds: 60, longestPauseSeconds: 3_600 },
  atOnce: 2,
});

/** Each user once per day, whichever server is first. */
const TAKE_DUE = statement({
  name: 'take-due-close-mails',
  text: `update notice_mails set mailed_day = $1::date
         where kind = 'close' and user_id in (
           select user_id from notice_mails
           where kind = 'close' and is_on and (mailed_day is null or mailed_day < $1::date)
           limit ${USERS_AT_ONCE} for update skip locked
         )
         returning user_id as "userId"`,
  row: { userId: text },
});

export interface CloseMailsOptions extends MailParts {
  readonly tokens: MailsOffTokens;
}

/** Mails the close of each day with sales to the users who have turned it on. */
export class CloseMails {
  readonly maintenance: Maintenance;
  /** The close of the newest day that was asked for. */
  private last: { readonly day: Day; readonly close: Promise<MarketDay | null> } | null = null;

  constructor(private readonly options: CloseMailsOptions) {
    options.jobs.register(CLOSE_MAILS, { work: ({ userId, day }) => this.mail(userId, day) });
    this.maintenance = {
      work: async () => this.sendDue(await databaseTime(options.pool)),
      everyMs: INTERVAL_MS,
      failure: 'the mails about the close were not sent',
    };
  }

  /** Stores the mails about the last day that is over, unless nothing was sold on it. */
  async sendDue(nowMs: number): Promise<void> {
    const { pool, jobs } = this.options;
    const day = addDays(dayAt(nowMs - CLOSED_AFTER_MS), -1);
    if (!(await this.hasSales(day))) {
      return;
    }
    let taken: number;
    do {
      taken = await transaction(pool, async (tx) => {
        const due = await TAKE_DUE.rows(tx, [day]);
        await jobs.sendAll(
          tx,
          CLOSE_MAILS,
          due.map(({ userId }) => ({ userId, day })),
        );
        return due.length;
      });
    } while (taken === USERS_AT_ONCE);
  }

  private async hasSales(day: Day): Promise<boolean> {
    return ((await this.closeOf(day))?.sales ?? 0) > 0;
  }

  private closeOf(day: Day): Promise<MarketDay | null> {
    if (this.last?.day !== day) {
      const close = readCloseAfresh(this.options.pool, day, addDays(day, 1));
      this.last = { day, close };
      close.catch(() => {
        this.last = null;
      });
    }
    return this.last.close;
  }

  private async mail(userId: string, day: Day): Promise<void> {
    const { pool, mailer, mailboxes, mailboxesOf, tokens, publicUrl } = this.options;
    const { close: isWanted } = await readMailChoicesOf(pool, userId);
    const mailbox = (await mailboxesOf(pool, [userId])).get(userId);
    const close = await this.closeOf(day);
    if (!isWanted || mailbox === undefined || close === null) {
      return;
    }
    const url = mailsOffUrl({ tokens, publicUrl }, { userId, kind: 'close' });
    await sendWithin(mailboxes, { mailbox, cause: 'market' }, async () => {
      await mailer.send({
        ...letterMail(mailbox, letterOfClose(close, publicUrl, url)),
        headers: unsubscribeHeaders(url),
      });
      return true;
    });
  }
}

function letterOfClose(close: MarketDay, publicUrl: string, offUrl: string): Letter {
  const { day, index, sales, rises, falls } = close;
  const path = pathOf(PAGE_PATHS.marketDay, { day });
  const moves = [...rises.slice(0, 3), ...falls.slice(0, 3)];
  return {
    heading: `The close of ${longDay(day)}`,
    opening: close.sentences.join(' '),
    facts: [
      ...(index === null
        ? []
        : [
            {
              label: 'PX50',
              value: `${index.value.toFixed(2)}${index.change === null ? '' : ` (${changeText(index.change)})`}`,
            },
          ]),
      { label: 'Pairs sold', value: `${sales}` },
      ...moves.map(({ name, change }) => ({ label: name, value: changeText(change) })),
    ],
    action: { label: 'View the day', url: new URL(path, publicUrl).href },
    notes: mailsOffNotes('You have turned this mail on in', publicUrl, offUrl),
  };
}
