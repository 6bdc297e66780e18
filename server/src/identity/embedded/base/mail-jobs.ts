import type pg from 'pg';
import { z } from 'zod';
import type { Transaction } from '../../../database/transaction.js';
import { jobKind } from '../../../jobs/job-kind.js';
import type { Jobs } from '../../../jobs/jobs.js';
import { SECURITY_EVENTS } from './account-letters.js';

/** In lower case. */
const email = z.string();

/** The code of a link is created when the mail is sent, so that jobs hold no codes. */
const linkMail = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['reset-link', 'confirmation-link']), email }),
  /** Sent to both mailboxes of a change of e-mail. */
  z.object({ type: z.literal('email-change-link'), email, userId: z.string(), newEmail: email }),
]);

const accountMail = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deletion'), email }),
  z.object({ type: z.literal('email-changed'), email, newEmail: email }),
  z.object({
    type: z.literal('notice'),
    email,
    event: z.enum(SECURITY_EVENTS),
    /** True if the account was transferred: earlier settings were erased, because the e-mail was never verified. */
    isHandedOver: z.boolean(),
  }),
]);

type LinkMail = z.infer<typeof linkMail>;
type AccountMail = z.infer<typeof accountMail>;
export type IdentityMail = LinkMail | AccountMail;

/** Retried for about half an hour: the user is waiting for it, and requests another one if it does not arrive. */
const LINK_MAILS = jobKind({
  name: 'link-mail',
  data: linkMail,
  retries: { attempts: 9, firstPauseSeconds: 10, longestPauseSeconds: 600 },
  atOnce: 4,
});

/** Retried for about two days, because owners must learn of these changes. */
const ACCOUNT_MAILS = jobKind({
  name: 'account-mail',
  data: accountMail,
  retries: { attempts: 15, firstPauseSeconds: 10, longestPauseSeconds: 86_400 },
  atOnce: 4,
});

function isLinkMail(mail: IdentityMail): mail is LinkMail {
  return mail.type.endsWith('-link');
}

/** Any server sends the queued mails of the service. @returns a function that queues a mail */
export function mailJobs(jobs: Jobs, send: (mail: IdentityMail) => Promise<void>) {
  jobs.register(LINK_MAILS, { work: send });
  jobs.register(ACCOUNT_MAILS, { work: send });
  return (connection: pg.Pool | Transaction, mail: IdentityMail): Promise<void> =>
    isLinkMail(mail) ? jobs.send(connection, LINK_MAILS, mail) : jobs.send(connection, ACCOUNT_MAILS, mail);
}
