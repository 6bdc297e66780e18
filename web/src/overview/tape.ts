import type { TapePages, TapeSale } from '../api/market.js';

/** A tape that nobody leaves for days would grow and grow. */
const MOST_SALES = 200;

/** The tape with a sale that has just been made; one that it has already changes nothing. The ids of sales sort by time. */
export function withSale(tape: TapePages, sale: TapeSale): TapePages {
  const [first, ...older] = tape.pages;
  if (first === undefined || first.sales.some(({ id }) => id === sale.id)) {
    return tape;
  }
  const newer = first.sales.filter(({ id }) => id > sale.id);
  const sales = [...newer, sale, ...first.sales.slice(newer.length)];
  const [last] = sales.slice(MOST_SALES - 1, -1);
  // What is cut off is read again as the next page.
  const page =
    last !== undefined && older.length === 0
      ? { sales: sales.slice(0, MOST_SALES), next: last.id }
      : { ...first, sales };
  return { ...tape, pages: [page, ...older] };
}

export interface HeldTape {
  readonly shown: readonly TapeSale[];
  /** How many sales have come since it was held. */
  readonly waiting: number;
}

/** What a tape shows that was held when this sale was its newest; null for one that runs. */
export function heldTape(sales: readonly TapeSale[], newestId: string | null): HeldTape {
  const known = newestId === null ? 0 : sales.findIndex(({ id }) => id <= newestId);
  const waiting = known === -1 ? sales.length : known;
  return { shown: sales.slice(waiting), waiting };
}
