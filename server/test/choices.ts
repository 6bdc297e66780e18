import { type DealEvent, isDispute } from '@perkex/core/deals/deal-event.js';
import type { DealRefused, Stepped } from '@perkex/core/deals/step.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { DealOrders } from '../src/deals/deal-orders.js';
import { startDeals } from '../src/deals/deal-start.js';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { ReplacementOrders } from '../src/deals/replacement-orders.js';
import { takeDisputeStep } from '../src/deals/take-dispute-step.js';
import { type OnStepped, takeStep } from '../src/deals/take-step.js';
import { consumeNext } from '../src/feed/consume.js';
import { FeedWriter } from '../src/feed/feed-writer.js';
import type { Jobs } from '../src/jobs/jobs.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import type { CallKey } from '../src/payments/call-name.js';
import { makeSaleVoid } from '../src/sales/make-sale-void.js';
import { silentFeed } from './consumers.js';
import { dealAt, fact, NO_HOLIDAYS, QUIET_STEPS } from './deals.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { Killed, stoppedJobs, survive } from './payments/payment-work.js';
import { connectAgain, createTestDatabase } from './test-database.js';

/** One server: its queue of orders, its consumer, and its jobs, which stay in their table until `runJobs`. */
export class ChoiceServer {
  readonly engine: MatchingEngine;
  readonly jobs: Jobs;
  readonly consumer: DealsConsumer;
  readonly onStepped: OnStepped;
  /** The payments of this server. */
  sendCalls: OnStepped = async () => {};
  makeCall: (data: CallKey) => Promise<void> = async () => {};
  private readonly orders: DealOrders;
  private readonly replacements: ReplacementOrders;
  private readonly feedWriter = new FeedWriter(silentFeed);

  constructor(
    readonly database: Database,
    private readonly market: ChoiceMarket,
  ) {
    const { pool } = database;
    const engine = openEngine(database);
    const jobs = stoppedJobs(pool);
    this.jobs = jobs;
    this.engine = engine;
    this.onStepped = async (tx, key, stepped) => {
      await this.sendCalls(tx, key, stepped);
      await this.orders.send(tx, key, stepped);
      market.note(stepped);
      market.dieIfKilled();
    };
    const queue = {
      place: async (
        placement: Parameters<ConstructorParameters<typeof DealOrders>[0]['queue']['place']>[0],
      ) => {
        await market.beforePlacement?.();
        const answer = await engine.submit({ kind: 'placement', isOfDeal: true, ...placement });
        market.dieIfKilled();
        return answer;
      },
      cancelBid: (bid: { userId: string; productId: number; size: string; orderId: string; seq: number }) =>
        engine.submit({ kind: 'cancellation', reason: 'owner', side: 'bid', ...bid }),
    };
    const steps = { onStepped: this.onStepped, holidays: NO_HOLIDAYS };
    this.replacements = new ReplacementOrders({ pool, jobs, queue, ...steps });
    this.orders = new DealOrders({
      pool,
      jobs,
      queue,
      isAway: async () => false,
      replacements: this.replacements,
      onRefused: async () => {},
    });
    this.consumer = new DealsConsumer(steps);
  }

  /** Consumes all that is new, as long as the server lives. */
  async consume(): Promise<void> {
    await survive(async () => {
      while ((await consumeNext(this.database.pool, this.consumer, { waits: true })) === true) {}
    });
  }

  /** Runs each waiting job once. Those whose server is killed before it can note the end stay. */
  async runJobs(): Promise<void> {
    const { pool } = this.database;
    const { rows } = await pool.query('select id, kind, data from jobs order by created_at desc, id');
    for (const { id, kind, data } of rows) {
      await survive(async () => {
        if (kind === 'replacement-order') {
          await this.replacements.settle(data);
        } else if (kind.startsWith('payment-call-')) {
          await this.makeCall(data);
        } else if (kind === 'void-sale') {
          await transaction(pool, (tx) => makeSaleVoid(tx, data, this.feedWriter));
        }
        this.market.dieIfKilled();
        await pool.query('delete from jobs where id = $1', [id]);
      });
    }
  }

  /**
   * @param kind `buyer`: at the version that is current now, unless another is given
   * @param event with `chargedBackCents`, a chargeback of this part of the payment
   */
  take(
    key: DealKey,
    kind: 'buyer' | 'member' | 'provider' | 'clock',
    event: DealEvent,
    seenVersion: number | null = null,
  ): Promise<Stepped | DealRefused | null> {
    const command = kind === 'buyer' ? { event, actor: { kind, id: kind }, seenVersion } : fact(kind, event);
    return transaction(this.database.pool, async (tx) => {
      const moment = { nowMs: this.market.nowMs, holidays: NO_HOLIDAYS };
      if (isDispute(event)) {
        const disputed = { ...command, event, disputedCents: event.chargedBackCents };
        return takeDisputeStep(tx, key, disputed, moment, this.onStepped);
      }
      const result = await takeStep(tx, key, command, moment);
      if (result?.kind === 'stepped') {
        await this.onStepped(tx, key, result);
      }
      return result;
    });
  }
}

/** A market of one product with two servers, whose buyers have deals that failed. */
export class ChoiceMarket {
  readonly servers: ChoiceServer[] = [];
  /** The news of all steps, in their order. */
  readonly news: string[] = [];
  nowMs = Date.now();
  isKilled = () => false;
  /** Happens once, right before the next order of a choice is placed. */
  beforePlacement: (() => Promise<void>) | null = null;

  private constructor(
    readonly database: Database,
    private readonly other: Database,
    readonly productId: number,
  ) {}

  static async open(...users: string[]): Promise<ChoiceMarket> {
    const database = await createTestDatabase();
    await startDeals(database.pool, new DealsConsumer(QUIET_STEPS));
    await buildTraders(database, 'seller', ...users);
    const [productId = 0] = await buildProducts(database, ['Chosen Again'], ['9']);
    const other = await connectAgain(database);
    const market = new ChoiceMarket(database, other, productId);
    market.servers.push(new ChoiceServer(database, market), new ChoiceServer(other, market));
    return market;
  }

  get server(): ChoiceServer {
    return this.servers[0] as ChoiceServer;
  }

  async close(): Promise<void> {
    for (const { engine } of this.servers) {
      await engine.close();
    }
    await this.other.close();
    await this.database.close();
  }

  note({ notifications }: Stepped): void {
    this.news.push(
      ...notifications.flatMap((notice) => ('news' in notice ? [`${notice.to}: ${notice.news}`] : [])),
    );
  }

  dieIfKilled(): void {
    if (this.isKilled()) {
      throw new Killed();
    }
  }

  async order(call: 'ask' | 'bid' | 'buy' | 'sell', userId: string, dollars: number, orderId?: string) {
    const more = { productId: this.productId, ...(orderId !== undefined && { orderId }) };
    return this.server.engine.submit(order(call, userId, dollars, more));
  }

  /** A deal at 200 dollars that the buyer has paid, and that PerkeX has cancelled: its choice is open. */
  async failedDeal(): Promise<DealKey> {
    const key = await this.paidDeal();
    await this.server.take(key, 'member', { type: 'cancel' });
    return key;
  }

  /** A deal at 200 dollars that the buyer has paid. */
  async paidDeal(): Promise<DealKey> {
    const { server } = this;
    await this.order('ask', 'seller', 200);
    await this.order('buy', 'buyer', 200);
    await server.consume();
    const key = await this.lastDeal();
    const { terms } = await this.deal(key);
    await server.take(key, 'clock', { type: 'pay', method: 'card', carriedCents: 0 });
    await server.take(key, 'provider', {
      type: 'payment-held',
      callVersion: 1,
      amountCents: terms.buyerTotalCents,
    });
    return key;
  }

  async choose(key: DealKey, event: DealEvent): Promise<void> {
    const result = await this.server.take(key, 'buyer', event);
    if (result?.kind !== 'stepped') {
      throw new Error(`${event.type} was refused: ${result?.code}`);
    }
  }

  /** All work in the background, until nothing is left. */
  async settle(server = this.server): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await server.runJobs();
      await server.consume();
    }
  }

  async lastDeal(): Promise<DealKey> {
    const { rows } = await this.database.pool.query<DealKey>(
      'select product_id as "productId", id from deals order by id desc limit 1',
    );
    return rows[0] as DealKey;
  }

  async deal(key: DealKey) {
    return dealAt(this.database, key);
  }

  /** The open bids of a user, in dollars. */
  async openBids(userId = 'buyer'): Promise<number[]> {
    const { rows } = await this.database.pool.query(
      `select price_cents / 100 as dollars from orders where status = 'open' and side = 'bid' and user_id = $1`,
      [userId],
    );
    return rows.map(({ dollars }) => dollars);
  }

  /** Cancels the open bids of a user, as they or the platform would. */
  async cancelBids(reason: 'owner' | 'platform', userId = 'buyer'): Promise<void> {
    const { rows } = await this.database.pool.query(
      `select order_id as id from orders where status = 'open' and side = 'bid' and user_id = $1`,
      [userId],
    );
    for (const { id } of rows) {
      const command = await cancellation(this.database, 'bid', userId, id);
      await this.server.engine.submit({ ...command, reason });
    }
  }

  /** The trade that has taken over the money of a deal. */
  async replacedBy({ productId, id }: DealKey): Promise<DealKey | null> {
    const { rows } = await this.database.pool.query(
      `select replaced_by as id from replacement_orders
       where product_id = $1 and deal_id = $2 and replaced_by is not null`,
      [productId, id],
    );
    return rows[0] ? { productId, id: rows[0].id } : null;
  }
}
