import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { MAIL_DEFAULTS, type Mail, MailError, type Mailer } from './mailer.js';

const NAME_BYTES = 12;

export interface OutboxOptions {
  /** Made when the first mail is written. */
  readonly folder: string;
  readonly from: string;
  /** Told the file of each mail, and nothing that is in it. */
  readonly onMail: (file: string) => void;
}

/** Writes mails as .eml files, which mail programs open. A link in one is a key: only the owner may read them. */
export function outboxMailer({ folder, from, onMail }: OutboxOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail: Mail) {
      const { message } = await composer.sendMail({
        ...MAIL_DEFAULTS,
        ...{ from, to: { name: '', address: mail.to } },
        ...{ subject: mail.subject, text: mail.text, html: mail.html },
      });
      const file = path.join(folder, fileName(new Date()));
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeWhole(file, message as Buffer);
      } catch (error) {
        throw new MailError(`The outbox ${folder} could not be written: ${(error as Error).message}`);
      }
      onMail(file);
    },
  };
}

/** Sorts by time, and cannot be guessed. */
function fileName(time: Date): string {
  return `${time.toISOString().replaceAll(':', '-')}-${randomBytes(NAME_BYTES).toString('hex')}.eml`;
}

/** Whoever sees the file sees all of it: it gets its name when it is complete. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.unfinished`);
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
