import { writeToOutbox } from '../data-dir/write-to-outbox.js';
import { SmsError, type SmsSender } from './sms-sender.js';

export interface SmsOutboxOptions {
  /** Made when the first message is written. */
  readonly folder: string;
  /** Told the file of each message, and nothing that is in it. */
  readonly onSms: (file: string) => void;
}

/** Writes messages as files: the number in the first line, and below an empty one the text. */
export function outboxSmsSender({ folder, onSms }: SmsOutboxOptions): SmsSender {
  async function write(content: string): Promise<string> {
    try {
      return await writeToOutbox(folder, 'sms.txt', content);
    } catch (error) {
      throw new SmsError((error as Error).message);
    }
  }

  return {
    async send({ to, text }) {
      onSms(await write(`To: ${to}\n\n${text}\n`));
    },
  };
}
