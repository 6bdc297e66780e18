import type { OrderStatus, Side } from '../order-book/order.js';

/**
 * What users are told of: a trade of theirs; that another's bid or ask has taken the best place from theirs; that the
 * house has removed their order.
 */
export const NOTICE_KINDS = ['trade', 'outbid', 'undercut', 'removed'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Which kinds are sent by mail to users who have not chosen. */
export const MAILED_BY_DEFAULT: Readonly<Record<NoticeKind, boolean>> = {
  trade: true,
  outbid: false,
  undercut: false,
  removed: false,
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
  readonly kind: NoticeKind;
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
