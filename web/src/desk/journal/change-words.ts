import { capitalised } from '@perkex/core/capitalised.js';
import { amountText, retailText } from '@perkex/core/market/price-text.js';
import { dayText } from '../../ui/moment.js';
import { END_REASONS, REASONS } from '../users/block-words.js';

/** The fields whose names in the journal would not be understood. */
const NAMES: Readonly<Record<string, string>> = {
  because: 'Reason',
  booked: 'Booked lines',
  cents: 'Amount',
  due: 'Next deadline',
  kind: 'Made for',
  kept: 'Unmatched lines',
  left: 'Skipped: edited since',
  mergedInto: 'Merged into product',
  note: 'Number of the note',
  openOrders: 'Maximum open orders',
  parcelIn: 'Parcel to us',
  parcelOut: 'Parcel from us',
  price: 'Maximum order price',
  product: 'Published product',
};

/** The unit of a value, which is at the end of its name. */
const UNITS = ['Cents', 'AtMs', 'Ms', 'At'] as const;

/** Fields with the reason of a block, of its end or of limits. */
const REASON_FIELDS: readonly string[] = ['because', 'block'];
const REASON_WORDS = new Map<string, string>(Object.entries({ ...REASONS, ...END_REASONS }));

/** Fields in dollars. */
const DOLLAR_FIELDS: readonly string[] = ['price', 'retailPrice'];
const FLAG = /^(is|has)(?=[A-Z])/;

/** The name of a changed field in words: 'Listed' of `listedCents`. A path has its parts after each other. */
export function fieldText(name: string): string {
  const parts = name.split('.');
  // The amount of something is named after it.
  const shown = parts.length > 1 && parts.at(-1) === 'cents' ? parts.slice(0, -1) : parts;
  return capitalised(shown.map(partText).join(' · '));
}

function partText(part: string): string {
  const known = NAMES[part];
  if (known !== undefined) {
    return known;
  }
  const unit = UNITS.find((each) => part.endsWith(each) && part.length > each.length);
  const name = unit === undefined ? part : part.slice(0, -unit.length);
  return NAMES[name] ?? wordsOf(name.replace(FLAG, ''));
}

/** `mergedInto` and `owed-seller` as words. */
function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}

/**
 * A value of the journal for people: amounts with cents, moments in the zone of the reader, yes and no, and lists.
 * @param moment writes a moment
 */
export function valueText(
  name: string,
  value: string | null,
  moment: (at: number | string) => string,
): string {
  if (value === null || value === '') {
    return 'nothing';
  }
  const field = name.split('.').at(-1) ?? '';
  const reason = REASON_FIELDS.includes(field) ? REASON_WORDS.get(value) : undefined;
  if (reason !== undefined) {
    return reason;
  }
  const number = /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
  if (number !== null) {
    if (field === 'cents' || field.endsWith('Cents')) {
      return amountText(number);
    }
    if (field.endsWith('Ms')) {
      return moment(number);
    }
    return DOLLAR_FIELDS.includes(field) ? retailText(number) : value;
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    return moment(value);
  }
  if (/^\d{4}-\d\d-\d\d$/.test(value)) {
    return dayText('utc', value);
  }
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : listText(value);
}

/** The items of a list of texts or numbers; any other value as it is. */
function listText(value: string): string {
  if (!value.startsWith('[')) {
    return value;
  }
  try {
    const items: unknown = JSON.parse(value);
    const isPlain = (item: unknown) => typeof item === 'string' || typeof item === 'number';
    return Array.isArray(items) && items.every(isPlain) ? items.join(', ') || 'none' : value;
  } catch {
    return value; // a text that begins like a list
  }
}
