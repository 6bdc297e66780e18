import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.js';
import type { Mailer } from './mailer.js';
import { outboxMailer } from './outbox-mailer.js';
import { smtpMailer } from './smtp-mailer.js';
import type { SmtpServer } from './smtp-server.js';

export interface MailSettings {
  /** Null: mails are written into the folder `outbox` of `dataDir`. */
  readonly smtp: SmtpServer | null;
  readonly mailFrom: string;
  readonly dataDir: string;
}

/** Sends by SMTP if a server is set; otherwise writes mails to files and logs their paths. */
export function openMailer(
  { smtp, mailFrom, dataDir }: MailSettings,
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'info'>,
): Mailer {
  if (smtp) {
    return smtpMailer(smtp, mailFrom);
  }
  return outboxMailer({
    folder: path.join(dataDir, 'outbox'),
    clock,
    from: mailFrom,
    onMail: (file) => log.info(`A mail was written to ${file} (with SMTP_URL it would be sent).`),
  });
}
