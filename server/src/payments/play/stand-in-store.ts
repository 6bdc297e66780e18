import { missing } from './stand-in-error.js';
import type { BalanceTransaction, Settlement, StandInObject } from './stand-in-objects.js';

const DAY_MS = 86_400_000;

export interface StandInSources {
  readonly nowMs: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The address of the stand-in itself, for the pages of its bank. */
  readonly url: () => string;
  /** True if accounts of sellers need no form. */
  readonly completesAccounts: boolean;
  /** Called for each change that Stripe would report. */
  readonly onEvent: (type: string, object: StandInObject) => void;
}

/** The objects of a market's account at the stand-in, and the changes that take time. In memory. */
export class StandInStore {
  private readonly objects = new Map<string, StandInObject>();
  private settlements: Settlement[] = [];

  constructor(readonly sources: StandInSources) {}

  /** Every object of a kind, the newest first. */
  list<Found extends StandInObject>(kind: Found['object']): Found[] {
    return [...this.objects.values()].filter((one): one is Found => one.object === kind).reverse();
  }

  get<Found extends StandInObject>(kind: Found['object'], id: string): Found {
    const found = this.objects.get(id);
    if (found?.object !== kind) {
      throw missing(id);
    }
    return found as Found;
  }

  /** An object of any kind; null for an unknown id. */
  peek(id: string): StandInObject | null {
    return this.objects.get(id) ?? null;
  }

  save<Saved extends StandInObject>(object: Saved): Saved {
    this.objects.set(object.id, object);
    return object;
  }

  /** Saves a movement of the account's balance. */
  recordMovement(
    type: BalanceTransaction['type'],
    amount: number,
    fee: number,
    source: { readonly id: string; readonly currency: string },
  ): void {
    this.save<BalanceTransaction>({
      id: this.newId('txn'),
      object: 'balance_transaction',
      amount,
      created: this.nowSeconds(),
      currency: source.currency,
      fee,
      net: amount - fee,
      source: source.id,
      type,
    });
  }

  /** Gives an object this status after some days. */
  settleLater(id: string, days: number, status: Settlement['status']): void {
    this.settlements.push({ id, atMs: this.sources.nowMs() + days * DAY_MS, status });
  }

  /** Removes the changes that are due, and returns them in their order. */
  takeDue(): Settlement[] {
    const nowMs = this.sources.nowMs();
    const due = this.settlements.filter(({ atMs }) => atMs <= nowMs);
    this.settlements = this.settlements.filter(({ atMs }) => atMs > nowMs);
    return due.sort((one, other) => one.atMs - other.atMs);
  }

  newId(prefix: string): string {
    return `${prefix}_${this.sources.newId().replaceAll('-', '')}`;
  }

  nowSeconds(): number {
    return Math.floor(this.sources.nowMs() / 1_000);
  }
}
