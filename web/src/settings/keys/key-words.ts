import type { KeyScope } from '@perkex/contract/key-scopes.js';
import type { OwnKey } from '../../api/keys.js';
import { dayText, momentText } from '../../ui/moment.js';

/** The meaning of each scope. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, { readonly label: string; readonly hint: string }>> = {
  read: {
    label: 'Read',
    hint: 'Your orders, trades, deals, notifications, watchlist, collection and settings.',
  },
  trade: { label: 'Trade', hint: 'Place and remove bids and asks, and buy or sell at once.' },
  sell: { label: 'Sell', hint: 'The steps of a seller after a sale, such as entering a tracking number.' },
  money: {
    label: 'Money',
    hint: 'What you are paid and owe, and how to pay your purchases. It moves no money.',
  },
};

const SIDE_WORDS = { bid: 'bids only', ask: 'asks only' } as const;

/** The limits of a key, as parts of a sentence. */
export function limitsOf({ maxOrder, maxDay, placedToday, side, products, addresses }: OwnKey): string[] {
  return [
    ...(maxOrder === null ? [] : [`at most ${maxOrder}$ an order`]),
    ...(maxDay === null ? [] : [`at most ${maxDay}$ a day, ${placedToday}$ of it today`]),
    ...(side === null ? [] : [SIDE_WORDS[side]]),
    ...(products === null ? [] : [`only ${products.map(({ name }) => name).join(', ')}`]),
    ...(addresses === null ? [] : [`only from ${addresses.join(', ')}`]),
  ];
}

/** When a key was made, last used, and ends. */
export function timesOf({ madeAt, lastUsedAt, expiresAt, isExpired }: OwnKey): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${momentText('local', lastUsedAt)}`;
  const end =
    expiresAt === null
      ? 'does not expire'
      : `${isExpired ? 'expired' : 'expires'} ${dayText('local', expiresAt)}`;
  return `Made ${dayText('local', madeAt)}, ${used}, ${end}`;
}

/** The name of an agent's tool, such as "Place order" for `place_order`. */
export function toolText(tool: string): string {
  const words = tool.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The outcome of an agent's call. @param outcome `done`, the code of a refusal, or null for none yet */
export function outcomeText(outcome: string | null): string {
  switch (outcome) {
    case null:
      return 'No answer recorded';
    case 'done':
      return 'Done';
    default:
      return `Refused: ${outcome.replaceAll('-', ' ')}`;
  }
}

/** The input of an agent's call as text, without its product: "act: bid, size: 9". Truncated JSON is shown as is. */
export function inputText(input: string): string {
  let fields: unknown;
  try {
    fields = JSON.parse(input);
  } catch {
    return input;
  }
  return typeof fields === 'object' && fields !== null
    ? Object.entries(fields)
        .filter(([name]) => name !== 'product')
        .map(
          ([name, value]) => `${wordsOf(name)}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
        )
        .join(', ')
    : input;
}

/** A name such as `expiresIn` as words: "expires in". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
