import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.js';
import { gatewaySmsSender } from './gateway-sms-sender.js';
import { outboxSmsSender } from './outbox-sms-sender.js';
import type { SmsGateway } from './sms-gateway.js';
import type { SmsSender } from './sms-sender.js';

export interface SmsSettings {
  /** If null, messages are written to the folder `outbox` of `dataDir`. */
  readonly sms: SmsGateway | null;
  readonly dataDir: string;
}

/** Sends through the gateway if there is one. Otherwise writes each message to a file that the log names. */
export function openSmsSender(
  { sms, dataDir }: SmsSettings,
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'info'>,
): SmsSender {
  if (sms) {
    return gatewaySmsSender(sms);
  }
  return outboxSmsSender({
    folder: path.join(dataDir, 'outbox'),
    clock,
    onSms: (file) => log.info(`A text message was written to ${file} (with SMS_URL it would be sent).`),
  });
}
