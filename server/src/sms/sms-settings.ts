import { refuseSetting } from '../settings/config-error.js';
import { setting, text, type ValuesOf } from '../settings/setting-kinds.js';
import { isSmsSenderName, readSmsUrl, type SmsGateway } from './sms-gateway.js';

export const SMS_VARIABLES = {
  SMS_URL: setting(
    readSmsUrl,
    'be https:// with a login, such as https://ACCOUNT:TOKEN@sms.example/messages',
    { isSecret: true },
  ).optional(),
  SMS_FROM: text(
    isSmsSenderName,
    'be a number such as +15550100, or a name of at most eleven letters and digits',
  ).optional(),
};

/** The gateway of text messages, or null for files in the outbox. */
export function smsGatewayOf({ SMS_URL, SMS_FROM }: ValuesOf<typeof SMS_VARIABLES>): SmsGateway | null {
  if (SMS_URL === undefined) {
    return null;
  }
  const from =
    SMS_FROM ??
    refuseSetting('SMS_URL', 'needs SMS_FROM, the number that messages come from, such as +15550100.');
  return { ...SMS_URL, from };
}
