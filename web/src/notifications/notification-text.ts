import type { ShownNotification } from '@perkex/contract/notifications.js';
import { dealNewsText } from '@perkex/core/deals/deal-news.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { BLOCK_SENTENCES } from '@perkex/core/users/blocks.js';
import { PAST_TRADES_PATHS } from '../links/past-trades-paths.js';
import { paths } from '../links/paths.js';
import { dayText } from '../ui/moment.js';

/** The text of a notification, in one line. */
export function notificationText({
  kind,
  side,
  price,
  limit,
  deal,
  block,
  isOfHidden,
}: ShownNotification): string {
  const [priceIs, limitIs] = [price, limit].map((dollars) => priceText(dollarsToCents(dollars)));
  switch (kind) {
    case 'trade':
      return `${side === 'ask' ? 'Sold' : 'Bought'} for ${priceIs}`;
    case 'outbid':
      return `Outbid: ${priceIs}, you bid ${limitIs}`;
    case 'undercut':
      return `Undercut: ${priceIs}, you ask ${limitIs}`;
    case 'removed':
      return `${side === 'ask' ? 'Ask' : 'Bid'} of ${priceIs} removed${isOfHidden ? ': no longer traded' : ' by PerkeX'}`;
    case 'expiring':
      return `${side === 'ask' ? 'Ask' : 'Bid'} of ${priceIs} expires within a day`;
    case 'alert':
      return `Ask at ${priceIs}, your alert is ${limitIs}`;
    case 'release':
      return 'Out now';
    case 'deal':
      return deal ? dealNewsText(deal.news, side) : '';
    case 'blocked':
      return `You can no longer place orders. ${block ? BLOCK_SENTENCES[block] : ''} Your deals continue.`;
    case 'unblocked':
      return 'You can place orders again';
    case 'key-made':
      return 'An API key was created. If it was not you, revoke it and change your password.';
    case 'webhook-off':
      return 'A webhook of yours was turned off. Its page says why.';
  }
}

/** The address of a notification's subject. */
export function notificationPath({ kind, side, productId, size, deal }: ShownNotification): string {
  if (deal) {
    return paths.deal(deal.id);
  }
  if (kind === 'key-made') {
    return paths.keys;
  }
  if (kind === 'webhook-off') {
    return paths.webhooks;
  }
  if (kind === 'blocked' || kind === 'unblocked') {
    return paths.buying;
  }
  if (kind === 'removed' || kind === 'release') {
    return paths.product(productId);
  }
  if (kind === 'alert') {
    return paths.product(productId, size);
  }
  if (kind === 'outbid' || kind === 'undercut' || kind === 'expiring') {
    return side === 'ask' ? paths.sellingRow(productId, size) : paths.buyingRow(productId, size);
  }
  return PAST_TRADES_PATHS[side];
}

/** The number of unread notifications, up to a limit. */
export function unreadText(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The age of a time, or its day if it is long ago. */
export function agoText(date: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(date)) / MINUTE_MS);
  if (minutes < 1) {
    return 'just now';
  }
  if (minutes < HOUR_MINUTES) {
    return `${minutes} min ago`;
  }
  return minutes < DAY_MINUTES ? `${Math.floor(minutes / HOUR_MINUTES)} h ago` : dayText('local', date);
}
