import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { pathOf } from '@perkex/contract/path-of.js';
import { type DealNews, dealNewsText } from '@perkex/core/deals/deal-news.js';
import { amountText, priceText } from '@perkex/core/market/price-text.js';
import type { NotificationKind } from '@perkex/core/notifications/notifications.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { BLOCK_SENTENCES, type BlockReason } from '@perkex/core/users/blocks.js';
import type { Fact, Letter, Note } from '../mail/letter.js';
import { mailsOffNotes } from './mails-off-link.js';

/** A market notification; `limitCents` is the limit of the user's order, or the price of their alert. */
export interface NotificationOfMarket {
  readonly kind: NotificationKind;
  readonly side: Side;
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  /** Null if the notification has no price. */
  readonly priceCents: number | null;
  readonly limitCents: number | null;
  /** The deal, in a notification of one of its steps. */
  readonly dealId: string | null;
  readonly dealNews: DealNews | null;
  /** The reason of a block. */
  readonly block: BlockReason | null;
  /** True for an order that was removed because its product is no longer traded. */
  readonly isOfHidden?: boolean;
  /** The totals of a trade for its seller and for its buyer. */
  readonly sellerTotalCents: number | null;
  readonly buyerTotalCents: number | null;
}

interface Links {
  /** The origin of every link. */
  readonly publicUrl: string;
  /** The address that turns off mails of this kind; null if they cannot be turned off. */
  readonly mailsOffUrl: string | null;
}

/** Reports a trade, or an event of an order or a watched product. */
export function letterOfNotification(
  notice: NotificationOfMarket,
  { publicUrl, mailsOffUrl }: Links,
  facts: readonly Fact[] = [],
): Letter {
  const { heading, opening, action } = newsOf(notice);
  return {
    heading,
    opening,
    facts,
    action: { label: action.label, url: new URL(action.path, publicUrl).href },
    notes:
      mailsOffUrl === null
        ? [contactNote(publicUrl)]
        : mailsOffNotes('Choose which of these mails you get in', publicUrl, mailsOffUrl),
  };
}

function contactNote(publicUrl: string): Note {
  const url = new URL(pathOf(PAGE_PATHS.helpPage, { page: 'contact' }), publicUrl).href;
  return { sentence: 'Questions, or is this wrong?', link: { label: 'Write to us', url } };
}

interface Action {
  readonly label: string;
  readonly path: string;
}

interface News {
  readonly heading: string;
  readonly opening: string;
  readonly action: Action;
}

const VIEW_TRADES: Readonly<Record<Side, Action>> = {
  ask: { label: 'View your sales', path: `${PAGE_PATHS.selling}?list=sales` },
  bid: { label: 'View your purchases', path: `${PAGE_PATHS.buying}?list=purchases` },
};

const VIEW_ORDERS: Readonly<Record<Side, Action>> = {
  ask: { label: 'View your asks', path: PAGE_PATHS.selling },
  bid: { label: 'View your bids', path: PAGE_PATHS.buying },
};

/** Opens the row of an order, from where it can be raised or lowered. */
function viewRow({ side, productId, size }: NotificationOfMarket): Action {
  const { label, path } = VIEW_ORDERS[side];
  return { label, path: `${path}?${new URLSearchParams({ product: String(productId), size })}` };
}

function newsOf(notice: NotificationOfMarket): News {
  const { kind, side, productId, name, size } = notice;
  const [price, limit] = [priceText(notice.priceCents), priceText(notice.limitCents)];
  const pair = `${name} in size ${size}`;
  switch (kind) {
    case 'trade':
      return side === 'ask'
        ? {
            heading: 'You sold a pair',
            opening: `You sold ${pair} for ${price}.${totalOf('After', notice.sellerTotalCents)}`,
            action: VIEW_TRADES[side],
          }
        : {
            heading: 'You bought a pair',
            opening: `You bought ${pair} for ${price}.${totalOf('With', notice.buyerTotalCents)}`,
            action: VIEW_TRADES[side],
          };
    case 'outbid':
      return {
        heading: 'You were outbid',
        opening: `There is now a bid of ${price} for ${pair}; your bid is ${limit}. It stays open.`,
        action: viewRow(notice),
      };
    case 'undercut':
      return {
        heading: 'Your ask was undercut',
        opening: `There is now an ask of ${price} for ${pair}; your ask is ${limit}. It stays open.`,
        action: viewRow(notice),
      };
    case 'removed':
      return {
        heading: `Your ${side} was removed`,
        opening: notice.isOfHidden
          ? `${name} is no longer traded on PerkeX, so we have removed your ${side} of ${price} in size ${size}.`
          : `PerkeX has removed your ${side} of ${price} for ${pair}.`,
        action: VIEW_ORDERS[side],
      };
    case 'expiring':
      return {
        heading: `Your ${side} expires within a day`,
        opening: `Your ${side} of ${price} for ${pair} expires within a day. You can renew it, and it keeps its place in the queue.`,
        action: { ...viewRow(notice), label: `Renew your ${side}` },
      };
    case 'alert':
      return {
        heading: `An ask at ${price}`,
        opening: `There is an ask of ${price} for ${pair}; your alert is ${limit}. First come, first served.`,
        action: {
          label: 'View the sneaker',
          path: `${productPath(productId)}?${new URLSearchParams({ size })}`,
        },
      };
    case 'deal':
      return newsOfDeal(notice, pair);
    case 'blocked':
      return {
        heading: 'You can no longer place orders',
        opening: `We have blocked your account from placing orders. ${BLOCK_SENTENCES[notice.block ?? 'conduct']} Your open orders are removed. Your deals continue, and you can finish them as before.`,
        action: VIEW_TRADES.bid,
      };
    case 'unblocked':
      return {
        heading: 'You can place orders again',
        opening: 'We have ended the block of your account. Orders that were removed are not placed again.',
        action: VIEW_TRADES.bid,
      };
    case 'key-made':
      throw new Error('The identity service mails that an API key was created.');
    case 'webhook-off':
      return {
        heading: 'A webhook of yours was turned off',
        opening:
          'Its page shows the reason: ten failed attempts over three days, a receiver that asked us to stop, or a secret that can no longer be read. No event is lost for 90 days: turn the webhook on again to receive those that it has missed.',
        action: { label: 'View your webhooks', path: PAGE_PATHS.webhooks },
      };
    case 'release':
      return {
        heading: 'Out now',
        opening: `${name}, which you watch, is out.`,
        action: { label: 'View the sneaker', path: productPath(productId) },
      };
  }
}

function newsOfDeal({ side, dealId, dealNews }: NotificationOfMarket, pair: string): News {
  if (dealId === null || dealNews === null) {
    throw new Error('A notification of a deal has no news.');
  }
  const news = dealNewsText(dealNews, side);
  return {
    heading: news.split(/\.( |$)/, 1)[0] ?? news,
    opening: `${side === 'ask' ? 'Your sale' : 'Your purchase'} of ${pair}: ${news}`,
    action: { label: 'View the deal', path: pathOf(PAGE_PATHS.deal, { deal: dealId }) },
  };
}

function productPath(productId: number): string {
  return pathOf(PAGE_PATHS.product, { id: String(productId) });
}

function totalOf(how: 'After' | 'With', cents: number | null): string {
  return cents === null ? '' : ` ${how} fees and shipping, that comes to ${amountText(cents)}.`;
}
