import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { ROLES } from '@perkex/contract/roles.js';
import { z } from 'zod';
import { databaseTime } from '../../database/database-time.js';
import { bool, oneOf, orNull, statement, text } from '../../database/statement.js';
import { transaction } from '../../database/transaction.js';
import { jobKind } from '../../jobs/job-kind.js';
import { type Letter, letterMail } from '../../mail/letter.js';
import type { MailParts } from '../../mail/mail-parts.js';
import { sendWithin } from '../../mail/mailboxes.js';
import type { Maintenance } from '../../process/maintenance.js';
import { readDigest } from './read-digest.js';

/** The hour of the day from which digests are sent, in UTC. */
const DIGEST_HOUR = 6;
const HOUR_MS = 3_600_000;
const INTERVAL_MS = 60_000;

/** Retried for a few hours: the next one is sent tomorrow. */
const DIGESTS = jobKind({
  name: 'desk-digest',
  data: z.object({ userId: z.string() }),
  keyOf: ({ userId }) => userId,
  retries: { attempts: 8, firstPauseSeconds: 60, longestPauseSeconds: 3_600 },
  atOnce: 1,
});

/** Each member once a day, whichever server is first. */
const TAKE_DUE = statement({
  name: 'take-due-digests',
  text: `update members set digest_on = $1::date
         where role is not null and user_id is not null and has_digest and (digest_on is null or digest_on < $1::date)
         returning user_id as "userId"`,
  row: { userId: orNull(text) },
});

const READ_MEMBER = statement({
  name: 'read-member-of-digest',
  text: 'select name, role, has_digest as "hasDigest" from members where user_id = $1',
  row: { name: text, role: orNull(oneOf(ROLES)), hasDigest: bool },
});

export interface DeskDigestsOptions extends MailParts {
  /** The selected payment provider; null without deals. */
  readonly provider: ProviderName | null;
}

/** Mails each member once a day what waits for them, if anything does. */
export class DeskDigests {
  readonly maintenance: Maintenance;

  constructor(private readonly options: DeskDigestsOptions) {
    options.jobs.register(DIGESTS, { work: ({ userId }) => this.mail(userId) });
    this.maintenance = {
      work: async () => this.sendDue(await databaseTime(options.pool)),
      everyMs: INTERVAL_MS,
      failure: 'the digests of members were not sent',
    };
  }

  /** Sends the digests of a day, from its hour on. */
  async sendDue(nowMs: number): Promise<void> {
    const { pool, jobs, provider } = this.options;
    const day = new Date(nowMs - DIGEST_HOUR * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
    if (provider === null) {
      return;
    }
    await transaction(pool, async (tx) => {
      const due = await TAKE_DUE.rows(tx, [day]);
      await jobs.sendAll(
        tx,
        DIGESTS,
        due.flatMap(({ userId }) => (userId === null ? [] : [{ userId }])),
      );
    });
  }

  private async mail(userId: string): Promise<void> {
    const { pool, provider, mailer, mailboxes, mailboxesOf, publicUrl } = this.options;
    const member = await READ_MEMBER.row(pool, [userId]);
    const mailbox = (await mailboxesOf(pool, [userId])).get(userId);
    if (!member?.role || !member.hasDigest || mailbox === undefined) {
      return;
    }
    const { name, role } = member;
    const facts = await readDigest(pool, { userId, name, role }, provider);
    if (facts.length > 0) {
      const letter: Letter = {
        heading: 'Waiting at the desk today',
        opening: 'This is waiting for you and the other members.',
        facts,
        action: { label: 'Open the desk', url: new URL(PAGE_PATHS.desk, publicUrl).href },
        notes: [{ sentence: 'You can turn this mail off on the page of the desk.' }],
      };
      await sendWithin(mailboxes, { mailbox, cause: 'market' }, async () => {
        await mailer.send(letterMail(mailbox, letter));
        return true;
      });
    }
  }
}
