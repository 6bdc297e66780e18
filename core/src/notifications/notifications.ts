import type { DealNews } from '../deals/deal-news.js';
import type { OutbidOrder, PlacedOrder, Trade } from '../order-book/book.js';
import type { CancellationReason, Side } from '../order-book/order.js';
import type { BlockReason } from '../users/blocks.js';

/**
 * The notifications about a user's own order: it traded; another user's order took the best price from it; the platform
 * removed it; it expires within a day.
 */
const ORDER_NOTIFICATION_KINDS = ['trade', 'outbid', 'undercut', 'removed', 'expiring'] as const;
export type OrderNotificationKind = (typeof ORDER_NOTIFICATION_KINDS)[number];

/** Kinds whose mails users can turn off: those of their orders, of watched products, and of deals. */
export const CHOSEN_KINDS = [...ORDER_NOTIFICATION_KINDS, 'alert', 'release', 'deal'] as const;
export type ChosenKind = (typeof CHOSEN_KINDS)[number];

/** Kinds that concern the account. They are always mailed. The identity service sends the mail about a new key. */
const ACCOUNT_KINDS = ['blocked', 'unblocked', 'key-made', 'webhook-off'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const NOTIFICATION_KINDS = [...CHOSEN_KINDS, ...ACCOUNT_KINDS] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Checks whether users choose if they get mails of this kind. */
export function isChosenKind(kind: NotificationKind): kind is ChosenKind {
  return !(ACCOUNT_KINDS as readonly NotificationKind[]).includes(kind);
}

/** The kinds of mails that users choose: those of notifications, and the close of each day of the market. */
export const MAIL_KINDS = [...CHOSEN_KINDS, 'close'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** True for the mails that users can turn off. */
export function isMailKind(kind: NotificationKind | MailKind): kind is MailKind {
  return kind === 'close' || isChosenKind(kind);
}

/** The kinds sent by mail by default. */
export const MAILED_BY_DEFAULT: Readonly<Record<MailKind, boolean>> = {
  trade: true,
  outbid: false,
  undercut: false,
  removed: false,
  expiring: true,
  alert: true,
  release: false,
  deal: true,
  close: false,
};

/** The changes of one book in a batch that may cause notifications. */
export interface NotifiedChange {
  readonly productId: number;
  readonly size: string;
  readonly orders: readonly (Pick<PlacedOrder, 'seq' | 'userId' | 'side' | 'status'> & {
    readonly reason?: CancellationReason;
  })[];
  readonly trades: readonly (Omit<Trade, 'seq'> & { readonly id: string })[];
  readonly outbid: readonly OutbidOrder[];
  readonly atMs: number;
}

/** A notification to one user about one of their orders. */
export interface Notification {
  readonly kind: OrderNotificationKind;
  readonly userId: string;
  readonly productId: number;
  readonly size: string;
  readonly orderSeq: number;
  readonly side: Side;
  /** The price of the trade, or the new best price; null if it is the order's own price. */
  readonly priceCents: number | null;
  readonly tradeId: string | null;
  /** True for an order that was removed because its product is no longer traded. */
  readonly isOfHidden?: boolean;
  readonly atMs: number;
}

/** A notification to one user about a product that they watch. */
export interface WatchNotification {
  readonly kind: 'alert' | 'release';
  readonly userId: string;
  readonly productId: number;
  /** The size of the ask; empty for a release. */
  readonly size: string;
  /** The prices of the ask and of the alert; null for a release. */
  readonly priceCents: number | null;
  readonly alertCents: number | null;
  readonly atMs: number;
}

/** A notification to one party of a deal about one of its steps. */
export interface DealNotice {
  readonly kind: 'deal';
  readonly userId: string;
  readonly productId: number;
  readonly size: string;
  /** The side of the party. */
  readonly side: Side;
  /** The price of the trade. */
  readonly priceCents: number;
  readonly dealId: string;
  /** The version of the deal after the step. */
  readonly dealVersion: number;
  readonly dealNews: DealNews;
  readonly atMs: number;
}

/** A notification to one user: a block and its end, a new API key, or a webhook that was turned off. */
export interface AccountNotification {
  readonly kind: AccountKind;
  readonly userId: string;
  readonly productId: null;
  readonly size: '';
  readonly priceCents: null;
  /** Null except for a block. */
  readonly blockReason: BlockReason | null;
  readonly atMs: number;
}

/** The notifications of a change. */
export function notificationsOf({
  productId,
  size,
  orders,
  trades,
  outbid,
  atMs,
}: NotifiedChange): Notification[] {
  const about = { productId, size, atMs };
  return [
    ...trades.flatMap(({ id: tradeId, askSeq, bidSeq, sellerId, buyerId, priceCents }): Notification[] => [
      { kind: 'trade', userId: sellerId, ...about, orderSeq: askSeq, side: 'ask', priceCents, tradeId },
      { kind: 'trade', userId: buyerId, ...about, orderSeq: bidSeq, side: 'bid', priceCents, tradeId },
    ]),
    ...outbid.map(({ seq, userId, side, bestCents }): Notification => {
      const kind = side === 'bid' ? 'outbid' : 'undercut';
      return { kind, userId, ...about, orderSeq: seq, side, priceCents: bestCents, tradeId: null };
    }),
    ...orders
      .filter(({ reason }) => reason === 'platform' || reason === 'hidden-product')
      .map(({ seq, userId, side, reason }): Notification => {
        const orderFields = { orderSeq: seq, side, priceCents: null, tradeId: null };
        const isOfHidden = reason === 'hidden-product';
        return { kind: 'removed', userId, ...about, ...orderFields, ...(isOfHidden && { isOfHidden }) };
      }),
  ];
}

const HOUR_MS = 60 * 60_000;

/** Both report a lost best price, which may change hands many times an hour. */
export const BEST_PLACE_KINDS = ['outbid', 'undercut'] as const satisfies NotificationKind[];

export function isOfBestPlace({ kind }: Pick<Notification, 'kind'>): boolean {
  return (BEST_PLACE_KINDS as readonly NotificationKind[]).includes(kind);
}

export type OrderPlace = Pick<Notification, 'productId' | 'size' | 'orderSeq'>;

/** The key of the order that a notification is about. */
export function notifiedOrder({ productId, size, orderSeq }: OrderPlace): string {
  return `${productId}/${size}/${orderSeq}`;
}

/**
 * Drops notifications of a lost best price sent less than an hour after the previous one for the same order.
 * @param notifiedAtMs the time of the last such notification, by `notifiedOrder`
 */
export function withoutRepeats(
  notices: readonly Notification[],
  notifiedAtMs: ReadonlyMap<string, number>,
): Notification[] {
  const sentAtMs = new Map(notifiedAtMs);
  return notices.filter((notice) => {
    if (!isOfBestPlace(notice)) {
      return true;
    }
    const order = notifiedOrder(notice);
    const lastMs = sentAtMs.get(order);
    const isNews = lastMs === undefined || notice.atMs - lastMs >= HOUR_MS;
    if (isNews) {
      sentAtMs.set(order, notice.atMs);
    }
    return isNews;
  });
}
