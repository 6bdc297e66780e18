import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ORDER_CALLS, type OrderCall, type OrderStatus } from '@perkex/core/order-book/order.js';
import type { Random } from '@perkex/demo/random.js';
import { SETTINGS, signUp } from '../market/accounts.js';
import type { TradedProduct } from '../market/products.js';
import type { Ask } from '../processes/visitor.js';
import type { FollowedEvent } from './drop-copy-follower.js';

const LOWEST_DOLLARS = 90;
const HIGHEST_DOLLARS = 110;
const SHARE_OF_CANCELLATIONS = 0.15;
const SHARE_OF_GROUPS = 0.2;
const RETRY_MS = 50;
/** The time for which a request without an outcome is resent. */
const PATIENCE_MS = 60_000;

/** A violation of the market's guarantees, which must hold through every kill. */
export class CrashTestFailure extends Error {
  override readonly name = 'CrashTestFailure';
}

/** An acknowledged order: the data sent, and the last state known to its owner. */
export interface HeldOrder {
  readonly id: string;
  readonly call: OrderCall;
  readonly name: string;
  readonly size: string;
  /** In dollars. */
  readonly price: number;
  status: OrderStatus;
  /** In dollars; null before the trade, or while its price is unknown. */
  tradedPrice: number | null;
  /** True if a cancellation was sent, with or without an answer. */
  isCancellationSent: boolean;
}

/** A bid over several sizes. */
interface GroupBid {
  readonly id: string;
  readonly name: string;
  readonly sizes: readonly string[];
  /** In dollars. */
  readonly price: number;
}

/** An acknowledged bid over several sizes. */
export interface HeldGroup extends GroupBid {
  /** True once an order of it is known to have traded. */
  hasTraded: boolean;
  /** True once it is known to have rested, with an order of each size. */
  hasRested: boolean;
}

interface Placement {
  readonly kind: 'placement';
  readonly order: Omit<HeldOrder, 'status' | 'tradedPrice' | 'isCancellationSent'>;
}

interface Cancellation {
  readonly kind: 'cancellation';
  readonly order: HeldOrder;
}

interface GroupPlacement {
  readonly kind: 'placement of a group';
  readonly order: GroupBid;
}

type Request = Placement | GroupPlacement | Cancellation;

/** A user over HTTP who records every acknowledged order. */
export class Trader {
  readonly held = new Map<string, HeldOrder>();
  readonly heldGroups = new Map<string, HeldGroup>();
  /** Requests without an answer: their outcome is unknown. */
  private unanswered: Request[] = [];

  private constructor(
    private readonly url: string,
    readonly uid: string,
    readonly cookie: string,
    private readonly random: Random,
    private readonly ask: Ask,
  ) {}

  /** @param ask sends its requests */
  static async signUp(url: string, random: Random, ask: Ask = fetch): Promise<Trader> {
    const { uid, cookie } = await signUp(url, ask);
    const trader = new Trader(url, uid, cookie, random, ask);
    for (const [call, fields] of SETTINGS) {
      await trader.sendUntilAnswered(call, fields);
    }
    return trader;
  }

  /**
   * Places and cancels random orders until stopped.
   * @param onAcknowledged called synchronously at each acknowledgement
   */
  async tradeUntil(
    isOver: () => boolean,
    products: readonly TradedProduct[],
    onAcknowledged: () => void,
  ): Promise<void> {
    while (!isOver()) {
      const request = this.nextRequest(products);
      const answer = await this.send(pathOf(request), bodyOf(request));
      if (answer === null) {
        this.unanswered.push(request);
        await pause(RETRY_MS);
      } else {
        if (answer.status === 200) {
          onAcknowledged();
        }
        this.note(request, answer);
      }
    }
  }

  /** Resends requests without an answer under the same ids, as a browser does, until each has an outcome. */
  async finish(): Promise<void> {
    const requests = this.unanswered;
    this.unanswered = [];
    for (const request of requests) {
      this.note(request, await this.sendUntilAnswered(pathOf(request), bodyOf(request)));
    }
  }

  /** The number of requests without an answer. */
  get unansweredCount(): number {
    return this.unanswered.length;
  }

  /** True if an order or a bid over several sizes with this id was sent and its outcome is unknown. */
  mayHavePlaced(id: string): boolean {
    return this.unanswered.some(({ kind, order }) => kind !== 'cancellation' && order.id === id);
  }

  async readUserData(): Promise<unknown> {
    const answer = await this.ask(`${this.url}/api/getUserData/${this.uid}`, {
      headers: { cookie: this.cookie },
    });
    if (!answer.ok) {
      throw new CrashTestFailure(
        `getUserData after the kill answers ${answer.status}: ${await answer.text()}`,
      );
    }
    return answer.json();
  }

  /** The next events of the drop copy after a number; null without an answer. */
  async readEvents(after: number): Promise<readonly FollowedEvent[] | null> {
    try {
      const answer = await this.ask(`${this.url}/api/me/events?after=${after}`, {
        headers: { cookie: this.cookie },
      });
      return answer.ok ? ((await answer.json()) as { events: FollowedEvent[] }).events : null;
    } catch {
      return null;
    }
  }

  private nextRequest(products: readonly TradedProduct[]): Request {
    const open = [...this.held.values()].filter(
      ({ status, isCancellationSent }) => status === 'open' && !isCancellationSent,
    );
    const cancelled = open[this.random.integer(0, open.length - 1)];
    if (cancelled && this.random.chance(SHARE_OF_CANCELLATIONS)) {
      cancelled.isCancellationSent = true;
      return { kind: 'cancellation', order: cancelled };
    }
    const { name, sizes } = this.oneOf(products);
    const price = this.random.integer(LOWEST_DOLLARS, HIGHEST_DOLLARS);
    if (this.random.chance(SHARE_OF_GROUPS)) {
      return { kind: 'placement of a group', order: { id: randomUUID(), name, sizes, price } };
    }
    const order = { id: randomUUID(), call: this.oneOf(ORDER_CALLS), name, size: this.oneOf(sizes), price };
    return { kind: 'placement', order };
  }

  private oneOf<Entry>(entries: readonly Entry[]): Entry {
    return entries[this.random.integer(0, entries.length - 1)] as Entry;
  }

  /** Records an answer. @throws CrashTestFailure for an impossible one */
  private note(request: Request, { status, text }: Answer): void {
    const { order, kind } = request;
    if (status !== 200 && status !== 409) {
      throw new CrashTestFailure(
        `Lost: the ${kind} of ${JSON.stringify(order)} is answered ${status}: ${text}`,
      );
    }
    if (request.kind === 'cancellation') {
      // The only answer besides 200 is 'already-traded', which has no price.
      request.order.status = status === 200 ? 'cancelled' : 'traded';
    } else if (status === 200) {
      const tradedPrice = tradedPriceOf(text);
      if (request.kind === 'placement of a group') {
        this.heldGroups.set(order.id, {
          ...request.order,
          hasTraded: tradedPrice !== null,
          hasRested: tradedPrice === null,
        });
        return;
      }
      this.held.set(order.id, {
        ...request.order,
        status: tradedPrice === null ? 'open' : 'traded',
        tradedPrice,
        isCancellationSent: false,
      });
    }
  }

  private async sendUntilAnswered(path: string, body: object): Promise<Answer> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const answer = await this.send(path, body);
      if (answer !== null) {
        return answer;
      }
      if (performance.now() > deadlineMs) {
        throw new Error(`No answer to ${path} ${JSON.stringify(body)} for ${PATIENCE_MS} ms`);
      }
      await pause(RETRY_MS);
    }
  }

  /** Sends one request; null without an answer that has the outcome. */
  private async send(path: string, body: object): Promise<Answer | null> {
    try {
      const answer = await this.ask(`${this.url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: this.cookie },
        body: JSON.stringify({ uid: this.uid, ...body }),
      });
      const text = await answer.text();
      return answer.status >= 500 || answer.status === 429 ? null : { status: answer.status, text };
    } catch {
      return null;
    }
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function pathOf(request: Request): string {
  switch (request.kind) {
    case 'placement':
      return request.order.call;
    case 'placement of a group':
      return 'bidAnySize';
    case 'cancellation':
      return request.order.call === 'ask' ? 'deleteAsk' : 'deleteBid';
  }
}

function bodyOf({ kind, order }: Request): object {
  if (kind === 'placement of a group') {
    return order;
  }
  const { id, name, size, price } = order;
  return { id, name, size, price, thumbnail: '' };
}

/** The price in the sentence of a trade; null if the order rests. */
function tradedPriceOf(sentence: string): number | null {
  const price = /^You (?:sold|bought) .* for (\d+)\$\.$/.exec(sentence)?.[1];
  if (price === undefined && !sentence.endsWith(' is placed.')) {
    throw new CrashTestFailure(`An order was acknowledged by an unknown sentence: ${sentence}`);
  }
  return price === undefined ? null : Number(price);
}
