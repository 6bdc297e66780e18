import type { Clock } from '../clock/clock.js';
import { writeToOutbox } from '../data-dir/write-to-outbox.js';
import { SmsError, type SmsSender } from './sms-sender.js';

export interface SmsOutboxOptions {
  /** Created with the first message. */
  readonly folder: string;
  readonly clock: Clock;
  /** Called with the path of each message, but not its content. */
  readonly onSms: (file: string) => void;
}

/** Writes messages to files: the number on the first line, then an empty line and the text. */
export function outboxSmsSender({ folder, clock, onSms }: SmsOutboxOptions): SmsSender {
  async function write(content: string): Promise<string> {
    try {
      return await writeToOutbox(folder, 'sms.txt', content, new Date(clock.wallMs()));
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
