/** A slice of a sweep, and the pause after it. Ten of them take a second. */
export const SLICE_MS = 100;
const MAX_STARTS = 20;
/** Deals do not starve, however busy the orders are. With twenty a second, orders keep nine tenths of their rate. */
const MIN_STARTS = 2;
/** As long as the queue keeps up, an order finds fewer others in progress. */
const MAX_ORDERS_IN_PROGRESS = 16;

/** How many payments this server starts: fewer while orders wait for each other here. */
export class PaymentPace {
  constructor(private readonly ordersInProgress: () => number) {}

  /** The maximum number of payments, and of payouts, that a slice starts now. */
  startsOfSlice(): number {
    return this.ordersInProgress() > MAX_ORDERS_IN_PROGRESS ? MIN_STARTS : MAX_STARTS;
  }

  /** The same in a second. */
  startsPerSecond(): number {
    return (this.startsOfSlice() * 1_000) / SLICE_MS;
  }
}
