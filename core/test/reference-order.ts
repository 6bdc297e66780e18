import type {
  AccountReadiness,
  Answer,
  OrderCall,
  OrderRefusal,
  OrderStatus,
  Refused,
  Side,
} from '../src/order-book/order.js';

/** An order as the reference market keeps it, permanently. */
export interface ReferenceOrder {
  readonly book: string;
  readonly seq: number;
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly side: Side;
  readonly priceCents: number;
  readonly groupId: string | null;
  expiresAtMs: number | null;
  isRelisting: boolean;
  status: OrderStatus;
  answer: Answer;
}

export interface ReferencePlacement {
  readonly call: OrderCall;
  readonly book: string;
  readonly userId: string;
  readonly orderId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly isLate?: boolean | undefined;
  /** The client order id of the user's order that this one replaces. */
  readonly replaces?: string;
  readonly lifetimeMs?: number | undefined;
  readonly isRelisting?: boolean | undefined;
  readonly isChange?: boolean;
}

/** A bid over several books, with an order id for each. */
export interface ReferenceGroup {
  readonly books: readonly { readonly book: string; readonly orderId: string }[];
  readonly groupId: string;
  readonly userId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly isLate?: boolean | undefined;
  readonly lifetimeMs?: number | undefined;
}

/** The refusal with this code. */
export function refusedAs(code: OrderRefusal): Refused<OrderRefusal> {
  return { kind: 'refused', code };
}

/** True if two orders are of one bid of a user. */
export function isOfGroup(one: ReferenceOrder, other: ReferenceOrder): boolean {
  return one.groupId === other.groupId && one.userId === other.userId;
}

/** The first answer to the group bid of which this was an order. */
export function groupAnswer({ book, answer }: { readonly book: string; readonly answer: Answer }): Answer {
  return answer.kind === 'traded'
    ? { kind: 'group-traded', size: book, priceCents: answer.priceCents }
    : answer.kind === 'rested'
      ? { kind: 'group-rested' }
      : answer;
}

/** The fields that identify an order: its user, its client order id, and any book of its product. */
export type NamedOrder = Pick<ReferenceOrder, 'userId' | 'orderId' | 'book'>;

/** The name of an order. A book of one product among several is named `PRODUCT/SIZE`. */
export function nameOf({ userId, orderId, book }: NamedOrder): string {
  const product = book.includes('/') ? book.slice(0, book.indexOf('/')) : '';
  return `${userId}/${product}/${orderId}`;
}
