import type { Side } from '@perkex/core/order-book/order.js';
import type { EventRecord, OrderRecord } from './product-records.js';

/**
 * Plays a book's events from the first, with nothing of the code that matched them, and tells where an event
 * could not have happened by the rules: an order rests only when nothing meets it, and trades only with the
 * best one that it meets.
 */
export function replayBook(orders: readonly OrderRecord[], events: readonly EventRecord[]): string[] {
  const bySeq = new Map(orders.map((order) => [order.seq, order]));
  const open = { ask: new Resting('ask'), bid: new Resting('bid') };
  const violations: string[] = [];
  for (const { kind, seq, orderSeq } of events) {
    const order = bySeq.get(kind === 'cancelled' ? orderSeq : seq);
    if (!order) {
      violations.push(`event ${seq} names an order that is missing`);
      continue;
    }
    if (kind === 'cancelled') {
      if (!open[order.side].take(order)) {
        violations.push(`event ${seq} cancels order ${orderSeq}, which is not open`);
      }
      continue;
    }
    const opposite = open[order.side === 'ask' ? 'bid' : 'ask'];
    const best = opposite.best();
    const met = best && meets(order, best) ? best : undefined;
    if ((kind === 'traded') !== (met !== undefined) || (met && met.seq !== orderSeq)) {
      violations.push(
        `event ${seq} is ${kind} with order ${orderSeq}, the best to meet was ${met?.seq ?? 'none'}`,
      );
    }
    const partner = kind === 'traded' ? bySeq.get(orderSeq) : undefined;
    if (partner) {
      opposite.take(partner);
    } else {
      open[order.side].add(order);
    }
  }
  return violations;
}

function meets(order: OrderRecord, other: OrderRecord): boolean {
  return order.side === 'ask' ? other.priceCents >= order.priceCents : other.priceCents <= order.priceCents;
}

/** The open orders of one side by price, so that replaying a deep book takes no longer an event than a thin one. */
class Resting {
  private readonly levels = new Map<number, OrderRecord[]>();
  /** Prices that may have orders, best first; empty ones are dropped when they come to the front. */
  private prices: number[] = [];

  constructor(private readonly side: Side) {}

  add(order: OrderRecord): void {
    const level = this.levels.get(order.priceCents);
    if (level) {
      level.push(order);
      return;
    }
    this.levels.set(order.priceCents, [order]);
    const sign = this.side === 'ask' ? 1 : -1;
    const index = this.prices.findIndex((price) => sign * order.priceCents < sign * price);
    this.prices.splice(index < 0 ? this.prices.length : index, 0, order.priceCents);
  }

  best(): OrderRecord | undefined {
    const price = this.prices[0];
    return price === undefined ? undefined : this.levels.get(price)?.[0];
  }

  /** Whether the order was there. */
  take(order: OrderRecord): boolean {
    const level = this.levels.get(order.priceCents);
    const index = level?.findIndex(({ seq }) => seq === order.seq) ?? -1;
    if (!level || index < 0) {
      return false;
    }
    level.splice(index, 1);
    if (level.length === 0) {
      this.levels.delete(order.priceCents);
      this.prices = this.prices.filter((price) => price !== order.priceCents);
    }
    return true;
  }
}
