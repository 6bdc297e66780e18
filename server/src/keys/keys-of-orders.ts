import type {
  AnySizeBidBody,
  CancellationBody,
  OrderBody,
  OrderChangeBody,
} from '@perkex/contract/orders.js';
import { type ExceededLimit, exceededLimit, type KeyAct } from '@perkex/core/keys/key-limits.js';
import { dollarsToCents, formatPrice } from '@perkex/core/money.js';
import { type OrderCall, type Side, sideOf } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { BusyError, OutcomeUnknownError, TooManyRequestsError } from '../errors/busy-error.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { ProgramKey } from '../users/program-key.js';
import { countOrders, type KeyOrder, settleOrders } from './key-orders.js';

export type KeyRefusal = Refusal<'key-limit' | 'invalid-key'>;
type NotFound = Refusal<'unknown-order' | 'ambiguous-order'>;

/** A call about an order, with what its limits depend on. */
export type KeyCall =
  | { readonly call: OrderCall; readonly body: OrderBody }
  | { readonly call: 'bidAnySize'; readonly body: AnySizeBidBody }
  | { readonly call: 'changeOrder'; readonly body: OrderChangeBody }
  | { readonly call: 'deleteAsk' | 'deleteBid'; readonly body: CancellationBody };

interface FoundOrder {
  readonly productId: number;
  readonly side: Side;
  readonly priceCents: number;
}

/** How the orders of calls are found. */
interface Finders {
  /** The product with this name; null for none. */
  readonly findProduct: (name: string) => Promise<{ readonly id: number } | null>;
  /** The order that a user names; a refusal if there is none, or more than one. */
  readonly findOrder: (
    userId: string,
    named: Pick<CancellationBody, 'id' | 'productId'>,
  ) => Promise<FoundOrder | NotFound>;
}

interface Options extends Finders {
  readonly pool: pg.Pool;
  /** The client order id of an order that replaces one at another price. */
  readonly changedOrderId: (id: string, priceCents: number) => string;
  /** Called when the outcomes of orders were not saved. */
  readonly onFailure: (error: unknown) => void;
}

/** Why a key may not make a call, the order that counts for its day, or null for neither. */
type Limited = KeyRefusal | { readonly counted: KeyOrder } | null;

/** The same for a call that names an order. */
export type Admission = Limited | NotFound;

/** Why a call of a key was not made. */
type RefusalOf<Call extends KeyCall> =
  | KeyRefusal
  | (Call extends { readonly call: 'changeOrder' | 'deleteAsk' | 'deleteBid' } ? NotFound : never);

/** The outcome of a counted order: accepted by its book, refused, or unknown, which leaves it counted. */
export interface Settled {
  readonly counted: KeyOrder;
  readonly outcome: 'placed' | 'refused' | 'unknown';
}

/** An ask with a rule for its price. */
interface RuledOrder {
  readonly orderId: string;
  readonly productId: number;
  readonly priceCents: number | null;
}

/** Keeps the orders of keys within their limits. Requests without a key have none. */
export class KeysOfOrders {
  constructor(private readonly options: Options) {}

  /** Makes a call within the limits of its key. @param run sends it to its book */
  async run<Answer, Call extends KeyCall>(
    key: ProgramKey | null,
    call: Call,
    run: () => Promise<Answer>,
  ): Promise<Answer | RefusalOf<Call>> {
    if (key === null) {
      return run();
    }
    const [admission = null] = await this.admit(key, [call]);
    if (admission === null) {
      return run();
    }
    if (isRefusal(admission)) {
      return admission as RefusalOf<Call>;
    }
    const { counted } = admission;
    let answer: Answer;
    try {
      answer = await run();
    } catch (error) {
      await this.settle(key, [{ counted, outcome: outcomeOf(error) }]);
      throw error;
    }
    await this.settle(key, [{ counted, outcome: isRefusal(answer) ? 'refused' : 'placed' }]);
    return answer;
  }

  /**
   * Checks calls against the limits of their key, and counts their orders for its day in one step.
   * @param calls which name no order twice
   * @returns one result per call; what it has counted must be settled
   */
  async admit(
    key: ProgramKey,
    calls: readonly KeyCall[],
    finders: Finders = this.options,
  ): Promise<Admission[]> {
    const admissions: Admission[] = [];
    for (const call of calls) {
      admissions.push(await this.check(key, call, finders));
    }
    return this.count(key, admissions);
  }

  /**
   * Checks rules for the prices of asks against the limits of the key that sets them. A rule only replaces its ask by
   * cheaper ones. So it counts as one order at the ask's price, unless the key has placed that ask and thus counted it.
   * @param rules for different asks; a price of null ends a rule, which counts for nothing
   * @returns one result per rule: a refusal, or null
   */
  async admitRules(key: ProgramKey | null, rules: readonly RuledOrder[]): Promise<(KeyRefusal | null)[]> {
    if (key === null) {
      return rules.map(() => null);
    }
    const checked = rules.map(({ orderId, productId, priceCents }) =>
      this.limited(key, { side: 'ask', productId, priceCents }, orderId),
    );
    const admissions = await this.count(key, checked);
    await this.settle(
      key,
      admissions.flatMap((admission) =>
        admission && 'counted' in admission ? [{ ...admission, outcome: 'placed' as const }] : [],
      ),
    );
    return admissions.map((admission) => (isRefusal(admission) ? admission : null));
  }

  /** Counts the orders of admissions for the day of their key. @returns the admissions, with its refusals */
  private async count<Checked extends Admission>(
    key: ProgramKey,
    checked: readonly Checked[],
  ): Promise<(Checked | Limited)[]> {
    const admissions: (Checked | Limited)[] = [...checked];
    const counting = admissions.flatMap((admission, index) =>
      admission && 'counted' in admission ? [{ index, order: admission.counted }] : [],
    );
    if (counting.length > 0) {
      const orders = counting.map(({ order }) => order);
      const answers = await countOrders(this.options.pool, key, orders);
      for (const [place, { index }] of counting.entries()) {
        const answer = answers[place] ?? 'free';
        if (answer !== 'counted') {
          admissions[index] = answer === 'free' ? null : answer;
        }
      }
    }
    return admissions;
  }

  /** Ends what `admit` has counted. Orders that cannot be settled stay counted, and the limit is not exceeded. */
  async settle(key: ProgramKey, settled: readonly Settled[]): Promise<void> {
    const ordersOf = (wanted: Settled['outcome']) =>
      settled.filter(({ outcome }) => outcome === wanted).map(({ counted }) => counted);
    const [placed, refused] = [ordersOf('placed'), ordersOf('refused')];
    if (placed.length + refused.length > 0) {
      // Their answers are known, whatever happens here.
      await settleOrders(this.options.pool, key, placed, refused).catch(this.options.onFailure);
    }
  }

  /** The result for one call, before the day is counted. */
  private async check(key: ProgramKey, { call, body }: KeyCall, finders: Finders): Promise<Admission> {
    switch (call) {
      case 'deleteAsk':
      case 'deleteBid': {
        const found = key.productIds === null ? null : await finders.findOrder(key.userId, body);
        if (isRefusal(found)) {
          return found;
        }
        const side = call === 'deleteAsk' ? 'ask' : 'bid';
        return this.limited(key, { side, productId: found?.productId ?? null, priceCents: null });
      }
      case 'changeOrder': {
        const found = await finders.findOrder(key.userId, body);
        // Not to be found again by the call: an order that is placed in between would be held to no limit.
        if (isRefusal(found)) {
          return found;
        }
        const priceCents = body.price === undefined ? found.priceCents : dollarsToCents(body.price);
        const isNew = priceCents !== found.priceCents;
        const orderId = isNew ? this.options.changedOrderId(body.id, priceCents) : null;
        return this.limited(key, { ...found, priceCents }, orderId);
      }
      default: {
        const { id: productId = null } = (await finders.findProduct(body.name)) ?? {};
        const priceCents = dollarsToCents(body.price);
        // Only one order of a bid over several sizes can trade, so it counts once.
        const side = call === 'bidAnySize' ? 'bid' : sideOf(call);
        return this.limited(key, { side, productId, priceCents }, body.id);
      }
    }
  }

  /** @param orderId the id of the new order, if there is one */
  private limited(key: ProgramKey, act: KeyAct, orderId: string | null = null): Limited {
    const exceeded = exceededLimit(key, act);
    if (exceeded) {
      return { refused: 'key-limit', detail: sentenceOf(exceeded) };
    }
    const { productId, priceCents } = act;
    const counts = key.maxDayCents !== null && orderId !== null && productId !== null && priceCents !== null;
    return counts ? { counted: { orderId, productId, priceCents } } : null;
  }
}

function sentenceOf(exceeded: ExceededLimit): string {
  switch (exceeded.limit) {
    case 'side':
      return `This key is for ${exceeded.side}s only.`;
    case 'products':
      return 'This key is not for this product.';
    case 'order':
      return `An order of this key may be at most ${formatPrice(exceeded.maxCents)}.`;
  }
}

/** The outcome of an order whose book gave an error instead of an answer. */
export function outcomeOf(error: unknown): 'refused' | 'unknown' {
  const wasNotSent =
    error instanceof TooManyRequestsError ||
    (error instanceof BusyError && !(error instanceof OutcomeUnknownError));
  return wasNotSent ? 'refused' : 'unknown';
}
