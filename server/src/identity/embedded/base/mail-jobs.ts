import type pg from 'pg';
import { z } from 'zod';
import type { Transaction } from '../../../database/transaction.js';
import { jobKind } from '../../../jobs/job-kind.js';
import type { Jobs } from '../../../jobs/jobs.js';
import { SECURITY_EVENTS } from '../../../mail/account-letters.js';

/** In lower case. */
const email = z.string();

/** The code of a link is made when the mail is: none lies here. */
const linkMail = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['reset-link', 'confirmation-link']), email }),
  /** To either mailbox of a change of e-mail. */
  z.object({ type: z.literal('email-change-link'), email, userId: z.string(), newEmail: email }),
]);

const accountMail = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deletion'), email }),
  z.object({ type: z.literal('email-changed'), email, newEmail: email }),
  z.object({
    type: z.literal('notice'),
    email,
    event: z.enum(SECURITY_EVENTS),
    /** Whether what was set up before is gone, because nobody had proved the e-mail. */
    isHandedOver: z.boolean(),
  }),
]);

type LinkMail = z.infer<typeof linkMail>;
type AccountMail = z.infer<typeof accountMail>;
export type IdentityMail = LinkMail | AccountMail;

/** Somebody waits for it, and asks again when it does not come: for about half an hour. */
const LINK_MAILS = jobKind({
  name: 'link-mail',
  data: linkMail,
  retries: { attempts: 9, firstPauseSeconds: 10, longestPauseSeconds: 600 },
  atOnce: 4,
});

/** What an owner has to hear of, so for about two days. */
const ACCOUNT_MAILS = jobKind({
  name: 'account-mail',
  data: accountMail,
  retries: { attempts: 15, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 4,
});

function isLinkMail(mail: IdentityMail): mail is LinkMail {
  return mail.type.endsWith('-link');
}

/** Has the mails of the service sent by whichever server gets to it. @returns what keeps one */
export function mailJobs(jobs: Jobs, send: (mail: IdentityMail) => Promise<void>) {
  jobs.register(LINK_MAILS, { work: send });
  jobs.register(ACCOUNT_MAILS, { work: send });
  return (connection: pg.Pool | Transaction, mail: IdentityMail): Promise<void> =>
    isLinkMail(mail) ? jobs.send(connection, LINK_MAILS, mail) : jobs.send(connection, ACCOUNT_MAILS, mail);
}
