import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { amountText } from '@perkex/core/market/price-text.js';
import { formatPrice } from '@perkex/core/money.js';
import type { OrderRefusal } from '@perkex/core/order-book/order.js';
import { BLOCK_SENTENCES } from '@perkex/core/users/blocks.js';
import type pg from 'pg';
import type { Refusal } from '../http/problems.js';
import { readNeedsCardUntil } from '../users/failed-payments.js';
import { readDebt } from '../users/user-debts.js';
import { readLimits } from '../users/user-limits.js';

/** The sentence of a refusal that depends on its user; undefined for the code's own. */
export type ExplainRefusal = (userId: string, code: OrderRefusal) => Promise<string | undefined>;

/** The refusal of an order with this code, with the sentence that depends on its user. */
export async function explainedRefusal<Code extends OrderRefusal | 'unknown-size'>(
  explain: ExplainRefusal | undefined,
  userId: string,
  code: Code,
): Promise<Refusal<Code>> {
  const detail = code === 'unknown-size' ? undefined : await explain?.(userId, code);
  return { refused: code, ...(detail && { detail }) };
}

/**
 * Reads what the sentence needs only once an order is refused.
 * @param provider that of the market's payments; null without payments
 */
export function refusalExplainer(pool: pg.Pool, provider: ProviderName | null): ExplainRefusal {
  return async (userId, code) => {
    switch (code) {
      case 'limited-orders':
      case 'limited-price':
        return limitSentence(pool, userId, code);
      case 'debt-unpaid':
        return debtSentence(pool, userId);
      case 'card-needed':
        return cardSentence(pool, userId, provider);
      default:
        return undefined;
    }
  };
}

async function limitSentence(
  pool: pg.Pool,
  userId: string,
  code: 'limited-orders' | 'limited-price',
): Promise<string | undefined> {
  const { openOrders = null, priceCents = null, reason = null } = (await readLimits(pool, userId)) ?? {};
  if (reason === null) {
    return undefined; // the limits have ended in the meantime
  }
  if (code === 'limited-price') {
    return priceCents === null
      ? undefined
      : `We have limited your account to prices of up to ${formatPrice(priceCents)}. ${BLOCK_SENTENCES[reason]}`;
  }
  switch (openOrders) {
    case null:
      return undefined;
    case 0:
      return `We allow no open orders for your account: you can only buy or sell now. ${BLOCK_SENTENCES[reason]}`;
    default: {
      const orders = openOrders === 1 ? 'one open order' : `${openOrders} open orders`;
      return `We have limited your account to ${orders}. ${BLOCK_SENTENCES[reason]} Remove an order first.`;
    }
  }
}

async function debtSentence(pool: pg.Pool, userId: string): Promise<string | undefined> {
  const debt = await readDebt(pool, userId);
  if (!debt) {
    return undefined; // settled in the meantime
  }
  return `You owe us ${amountText(debt.cents)} from earlier deals, so you cannot sell for now. Pay it on My money, or let the payouts of your sales settle it.`;
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** How a buyer gets a card that works. A bank transfer needs none, so those buyers wait. */
const WAYS_TO_A_CARD: Readonly<Partial<Record<ProviderName, string>>> = {
  stripe: 'save a card in your settings, even the same one',
  play: 'choose your payment in your settings again',
};

async function cardSentence(
  pool: pg.Pool,
  userId: string,
  provider: ProviderName | null,
): Promise<string | undefined> {
  const untilMs = await readNeedsCardUntil(pool, userId);
  if (untilMs === null) {
    return undefined; // they have saved one in the meantime
  }
  const until = `${MOMENT.format(untilMs)} UTC`;
  const way = provider && WAYS_TO_A_CARD[provider];
  return way
    ? `Two of your purchases were not paid in time. To buy again, ${way}, or wait until ${until}.`
    : `Two of your purchases were not paid in time, so you cannot buy until ${until}.`;
}
