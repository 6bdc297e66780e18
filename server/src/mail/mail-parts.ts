import type pg from 'pg';
import type { Jobs } from '../jobs/jobs.js';
import type { MailboxesOf } from '../users/identity.js';
import type { Mailboxes } from './mailboxes.js';
import type { Mailer } from './mailer.js';

/** The parts that all mails to users need. */
export interface MailParts {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly mailboxes: Mailboxes;
  readonly mailboxesOf: MailboxesOf;
  readonly publicUrl: string;
}
