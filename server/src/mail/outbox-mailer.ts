import type { Clock } from '../clock/clock.js';
import { writeToOutbox } from '../data-dir/write-to-outbox.js';
import { composed, type Mail, MailError, type Mailer } from './mailer.js';

export interface OutboxOptions {
  /** Created with the first mail. */
  readonly folder: string;
  readonly clock: Clock;
  readonly from: string;
  /** Called with the path of each mail, without its content. */
  readonly onMail: (file: string) => void;
}

/**
 * Writes mails as .eml files, which mail programs open. Links in mails are credentials, so only the owner may read the
 * files.
 */
export function outboxMailer({ folder, clock, from, onMail }: OutboxOptions): Mailer {
  async function write(message: Buffer): Promise<string> {
    try {
      return await writeToOutbox(folder, 'eml', message, new Date(clock.wallMs()));
    } catch (error) {
      throw new MailError((error as Error).message);
    }
  }

  return {
    async send(mail: Mail) {
      // Loaded with the first mail, for a faster start.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(composed(from, mail));
      onMail(await write(message as Buffer));
    },
  };
}
