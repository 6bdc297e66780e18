import type { Side } from '@perkex/core/order-book/order.js';
import type { CancellationRecord, OrderRecord, TradeRecord } from './product-records.js';

/** The records of a book. Each kind is in the order of `seq`. */
export interface BookRecords {
  readonly orders: readonly OrderRecord[];
  readonly cancellations: readonly CancellationRecord[];
  readonly trades: readonly TradeRecord[];
}

/**
 * Replays a book from its first order, without any code of the matching engine, and reports events that the rules do
 * not allow: an order rests only if it crosses no order, and trades only with the best order that it crosses.
 */
export function replayBook({ orders, cancellations, trades }: BookRecords): string[] {
  const bySeq = new Map(orders.map((order) => [order.seq, order]));
  const partnerOf = new Map(trades.map(({ seq, askSeq, bidSeq }) => [seq, Math.min(askSeq, bidSeq)]));
  const open = { ask: new Resting('ask'), bid: new Resting('bid') };
  const violations: string[] = [];
  const arrive = (order: OrderRecord) => {
    const opposite = open[order.side === 'ask' ? 'bid' : 'ask'];
    const best = opposite.best();
    const crossed = best && crosses(order, best) ? best : undefined;
    const partnerSeq = partnerOf.get(order.seq);
    if (crossed?.seq !== partnerSeq) {
      const did = partnerSeq === undefined ? 'rested' : `traded with order ${partnerSeq}`;
      violations.push(`order ${order.seq} ${did}, the best to cross was ${crossed?.seq ?? 'none'}`);
    }
    const partner = partnerSeq === undefined ? undefined : bySeq.get(partnerSeq);
    if (partner) {
      opposite.take(partner);
    } else {
      open[order.side].add(order);
    }
  };
  const cancel = ({ seq, orderSeq }: CancellationRecord) => {
    const order = bySeq.get(orderSeq);
    if (!order || !open[order.side].take(order)) {
      violations.push(`cancellation ${seq} is of order ${orderSeq}, which is not open`);
    }
  };
  let next = 0;
  for (const cancellation of cancellations) {
    for (let order = orders[next]; order && order.seq < cancellation.seq; order = orders[next]) {
      arrive(order);
      next += 1;
    }
    cancel(cancellation);
  }
  orders.slice(next).forEach(arrive);
  return violations;
}

function crosses(order: OrderRecord, other: OrderRecord): boolean {
  return order.side === 'ask' ? other.priceCents >= order.priceCents : other.priceCents <= order.priceCents;
}

/** The open orders of one side by price, so that an event costs the same in a deep book as in a thin one. */
class Resting {
  private readonly levels = new Map<number, OrderRecord[]>();
  /** Prices that may have orders, best first; empty ones are dropped when they reach the front. */
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

  /** Removes an order. @returns true if it was there */
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
