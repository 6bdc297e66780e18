import { refuseSetting } from '../settings/config-error.js';
import { setting, text, type ValuesOf } from '../settings/setting-kinds.js';
import { countryCode } from './country-code.js';
import type { Receiver } from './label-port.js';

/** The desk, as the sender on labels. */
export interface Sender extends Receiver {
  /** Empty where there are none. */
  readonly state: string;
}

/** The service that labels are bought from. */
export interface LabelSettings {
  readonly easyPostKey: string;
  readonly sender: Sender;
}

const PARTS = 7;
const MAX_PART_LENGTH = 50;

export const LABEL_VARIABLES = {
  EASYPOST_KEY: text((key) => /^[!-~]{10,200}$/.test(key), 'be an API key of EasyPost', {
    isSecret: true,
  }).optional(),
  LABEL_FROM: setting((line): Sender | null => {
    const parts = line.split(';').map((part) => part.trim());
    const [name = '', street = '', city = '', state = '', zip = '', land = '', phone = ''] = parts;
    const country = countryCode(land);
    const isGood =
      parts.length === PARTS &&
      parts.every((part) => /^\P{Cc}*$/u.test(part) && part.length <= MAX_PART_LENGTH) &&
      [name, street, city, zip, phone].every((part) => part !== '');
    return isGood && country !== null ? { name, street, city, state, zip, country, phone } : null;
  }, 'be name; street; city; state; zip; country; phone, such as PerkeX; 12 Example Street; Portland; OR; 97201; US; 555 0100').optional(),
};

/** Null unless labels are bought. @throws ConfigError for a key without a sender */
export function labelsOf(variables: ValuesOf<typeof LABEL_VARIABLES>): LabelSettings | null {
  const { EASYPOST_KEY: easyPostKey, LABEL_FROM: sender } = variables;
  if (easyPostKey === undefined) {
    return null;
  }
  return sender
    ? { easyPostKey, sender }
    : refuseSetting('EASYPOST_KEY', 'needs LABEL_FROM, the sender of all labels.');
}
