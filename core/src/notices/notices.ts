import type { OrderStatus, Side } from '../order-book/order.js';

/**
 * What users are told of an order of theirs: a trade; that another's bid or ask has taken the best place from it; that
 * the house has removed it.
 */
const ORDER_NOTICE_KINDS = ['trade', 'outbid', 'undercut', 'removed'] as const;
export type OrderNoticeKind = (typeof ORDER_NOTICE_KINDS)[number];

/** And of a product that they watch: an ask at their price, or below it; that it comes out. */
export const NOTICE_KINDS = [...ORDER_NOTICE_KINDS, 'alert', 'release'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Which kinds are sent by mail to users who have not chosen. */
export const MAILED_BY_DEFAULT: Readonly<Record<NoticeKind, boolean>> = {
  trade: true,
  outbid: false,
  undercut: false,
  removed: false,
  alert: true,
  release: false,
};

/** What a batch did to one book, as far as somebody may be told of it. */
export interface NoticedChange {
  readonly productId: number;
  readonly size: string;
  readonly orders: readonly {
    readonly seq: number;
    readonly userId: string;
    readonly side: Side;
    readonly status: OrderStatus;
    readonly isByHouse?: true;
  }[];
  readonly trades: readonly {
    readonly id: string;
    readonly askSeq: number;
    readonly bidSeq: number;
    readonly sellerId: string;
    readonly buyerId: string;
    readonly priceCents: number;
  }[];
  readonly outbid: readonly {
    readonly seq: number;
    readonly userId: string;
    readonly side: Side;
    readonly bestCents: number;
  }[];
  readonly atMs: number;
}

/** What one user is told, about one order of theirs. */
export interface Notice {
  readonly kind: OrderNoticeKind;
  readonly userId: string;
  readonly productId: number;
  readonly size: string;
  readonly orderSeq: number;
  readonly side: Side;
  /** Of the trade, or the new best one; null where it is the order's own. */
  readonly priceCents: number | null;
  readonly tradeId: string | null;
  readonly atMs: number;
}

/** What one user is told of a product that they watch. */
export interface WatchNotice {
  readonly kind: 'alert' | 'release';
  readonly userId: string;
  readonly productId: number;
  /** That of the ask; empty for a release. */
  readonly size: string;
  /** Of the ask, and of the alert that it meets; null for a release. */
  readonly priceCents: number | null;
  readonly alertCents: number | null;
  readonly atMs: number;
}

/** The notices that follow from a change. */
export function noticesOf({ productId, size, orders, trades, outbid, atMs }: NoticedChange): Notice[] {
  const about = { productId, size, atMs };
  return [
    ...trades.flatMap(({ id: tradeId, askSeq, bidSeq, sellerId, buyerId, priceCents }): Notice[] => [
      { kind: 'trade', userId: sellerId, ...about, orderSeq: askSeq, side: 'ask', priceCents, tradeId },
      { kind: 'trade', userId: buyerId, ...about, orderSeq: bidSeq, side: 'bid', priceCents, tradeId },
    ]),
    ...outbid.map(({ seq, userId, side, bestCents }): Notice => {
      const kind = side === 'bid' ? 'outbid' : 'undercut';
      return { kind, userId, ...about, orderSeq: seq, side, priceCents: bestCents, tradeId: null };
    }),
    ...orders
      .filter(({ status, isByHouse }) => status === 'cancelled' && isByHouse === true)
      .map(({ seq, userId, side }): Notice => {
        const ofOrder = { orderSeq: seq, side, priceCents: null, tradeId: null };
        return { kind: 'removed', userId, ...about, ...ofOrder };
      }),
  ];
}

const HOUR_MS = 60 * 60_000;

/** Whether it tells of a best place, which may change hands many times an hour. */
export function isOfBestPlace({ kind }: Pick<Notice, 'kind'>): boolean {
  return kind === 'outbid' || kind === 'undercut';
}

export type OrderPlace = Pick<Notice, 'productId' | 'size' | 'orderSeq'>;

/** The name of the order that a notice is about. */
export function noticedOrder({ productId, size, orderSeq }: OrderPlace): string {
  return `${productId}/${size}/${orderSeq}`;
}

/**
 * Leaves out that an order has lost the best place where its user was told so less than an hour before.
 * @param toldAtMs when the user was last told so, by `noticedOrder`
 */
export function withoutRepeats(notices: readonly Notice[], toldAtMs: ReadonlyMap<string, number>): Notice[] {
  const told = new Map(toldAtMs);
  return notices.filter((notice) => {
    if (!isOfBestPlace(notice)) {
      return true;
    }
    const order = noticedOrder(notice);
    const lastMs = told.get(order);
    const isNews = lastMs === undefined || notice.atMs - lastMs >= HOUR_MS;
    if (isNews) {
      told.set(order, notice.atMs);
    }
    return isNews;
  });
}
