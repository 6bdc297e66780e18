import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import {
  type AccountReadiness,
  type Answer,
  type OpenOrderLimits,
  READY,
  type Side,
  type UserLimits,
} from '@perkex/core/order-book/order.js';
import fc from 'fast-check';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReferenceMarket } from '../../core/test/reference-book.js';
import type { NamedOrder, ReferenceOrder } from '../../core/test/reference-order.js';
import { type Database, endConnection } from '../src/database/connect.js';
import { closeExpiredOrders } from '../src/orders/expired-orders.js';
import { orderFinder } from '../src/orders/find-order.js';
import type { MatchingEngine, MatchingEngineOptions } from '../src/orders/matching-engine.js';
import {
  type GroupBidCommand,
  type OrderAnswer,
  type PlacementCommand,
  placedBy,
} from '../src/orders/order-command.js';
import { connectForOrders, PLAN_FOR_VALUES } from '../src/orders/order-connection.js';
import { GROUPS, SIZES, type Step, step, USERS } from './fuzz-steps.js';
import { age, buildProducts, buildTraders, openEngine, smallGroups } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

/** For any number of commands: FUZZ_COMMANDS=200000 npx vitest run market.fuzz */
const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 3_000);
/** The seed of a run is printed; a seed that has failed once is added to the seeds of its ways. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
/** Long enough for any number of commands on a slow machine. */
const TIMEOUT_MS = 300_000 + COMMANDS * 20;
/** Failed in a crowd of commands, which only batches have. */
const SEEDS_OF_CROWDS: readonly number[] = [344_470];

const LIFETIMES = [1, 1, 3, 7] as const;
const UNREADY = { ...READY, hasPayout: false, hasPayment: false, hasShipping: false };

let database: Database;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

/** How the commands arrive. */
const WAYS = [
  {
    title: 'one by one',
    seeds: [SEED],
    batches: fc.constant(1),
    // Each command arrives alone; none waits while another transaction is open.
    worlds: 4,
    limits: { perBook: 6, perUser: 16 },
    hasSmallGroups: false,
  },
  {
    title: 'in batches of random sizes',
    seeds: [...SEEDS_OF_CROWDS, SEED],
    worlds: 1,
    batches: fc.integer({ min: 1, max: 40 }),
    // A batch goes book by book, so the order that exceeds a user's limit may differ between books.
    limits: { perBook: 6, perUser: Number.POSITIVE_INFINITY },
    hasSmallGroups: false,
  },
  {
    title: 'in batches of one product each',
    seeds: [...SEEDS_OF_CROWDS, SEED],
    worlds: 1,
    batches: fc.integer({ min: 1, max: 40 }),
    limits: { perBook: 6, perUser: Number.POSITIVE_INFINITY },
    hasSmallGroups: true,
  },
];

it.each(WAYS.flatMap((way) => way.seeds.map((seed) => ({ ...way, seed }))))(
  'the market answers as the reference book does, and holds the same orders, $title, with seed $seed',
  async ({ title, seed, batches, worlds, limits, hasSmallGroups }) => {
    console.log(`${COMMANDS} random commands, ${title}, seed ${seed}`);
    const steps = fc.sample(step, { numRuns: COMMANDS, seed });
    const sizes = fc.sample(batches, { numRuns: COMMANDS, seed });
    const share = Math.ceil(COMMANDS / worlds);
    await Promise.all(
      Array.from({ length: worlds }, async (_, number) => {
        const world = await openWorld(
          number,
          limits,
          hasSmallGroups ? { groups: smallGroups(database) } : {},
        );
        await world.playAll(steps.slice(number * share, (number + 1) * share), sizes);
        await world.close();
      }),
    );
    await expectSoundMarket(database);
    const { rows } = await database.pool.query<{ traded: number }>(
      `select count(*)::int as traded from orders where group_id is not null and status = 'traded'`,
    );
    expect(rows[0]?.traded).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

/** A cancellation names its order by user, product and id; its book is looked up, as the call does. */
interface CancelRequest {
  readonly kind: 'cancellation';
  readonly side: Side;
  readonly userId: string;
  readonly orderId: string;
  readonly productId: number;
}

/** A placement, with the client order id of the order that it replaces. */
type Placing = PlacementCommand & { readonly replaces?: string };

type Request = Placing | GroupBidCommand | CancelRequest;

const UNKNOWN_ORDER: OrderAnswer = { kind: 'refused', code: 'unknown-order' };

/** Sends requests so that they arrive together, in their order. */
async function sendTogether(engine: MatchingEngine, requests: readonly Request[]): Promise<OrderAnswer[]> {
  const find = orderFinder(database.pool);
  const commands = await Promise.all(
    requests.map(async (request) => {
      if (request.kind !== 'cancellation') {
        return request;
      }
      const { userId, orderId, productId } = request;
      const place = await find(userId, { id: orderId, productId });
      return 'refused' in place ? null : { ...place, ...request, reason: 'owner' as const };
    }),
  );
  return Promise.all(commands.map((command) => (command ? engine.submit(command) : UNKNOWN_ORDER)));
}

/** Products and users of its own, so that several worlds can share a database. */
async function openWorld(
  number: number,
  limits: OpenOrderLimits,
  options: Partial<MatchingEngineOptions>,
): Promise<World> {
  const products = await buildProducts(database, [`World ${number} A`, `World ${number} B`], SIZES);
  await buildTraders(database, ...USERS.slice(0, 4).map((user) => `${user} ${number}`));
  const engine = openEngine(database, { openOrderLimits: limits, ...options });
  const reader = await connectForOrders(database.address);
  if (isOnCluster()) {
    await reader.query(PLAN_FOR_VALUES);
  }
  // As the limit of all users: in a batch, the order that exceeds it may differ.
  const limitsOfDot = { openOrders: Number.isFinite(limits.perUser) ? 5 : null, priceCents: 10_300 };
  await database.pool.query(
    `update accounts set max_open_orders = $2, max_price_cents = $3, limited_at = now(), limited_by = 'ann',
       limit_reason = 'fraud'
     where user_id = $1`,
    [`dot ${number}`, limitsOfDot.openOrders, limitsOfDot.priceCents],
  );
  return new World(
    number,
    products,
    engine,
    reader,
    new ReferenceMarket(limits),
    limitsOfDot,
    options.groups,
  );
}

/** The real market and the reference market, given the same commands. */
class World {
  private readonly sent: Request[] = [];

  constructor(
    private readonly number: number,
    private readonly products: readonly number[],
    private readonly engine: MatchingEngine,
    /** Plans by key, as the engine does: a plan made for an empty table would always scan it. */
    private readonly reader: pg.Client,
    private readonly reference: ReferenceMarket,
    private readonly limitsOfDot: UserLimits,
    private readonly groups: MatchingEngineOptions['groups'],
  ) {}

  async close(): Promise<void> {
    await this.engine.close();
    await endConnection(this.reader);
  }

  /** Plays the steps in crowds of these sizes. */
  async playAll(steps: readonly Step[], sizes: readonly number[]): Promise<void> {
    for (let from = 0, crowd = 0; from < steps.length; crowd += 1) {
      const size = sizes[crowd] ?? 1;
      await this.play(steps.slice(from, from + size));
      from += size;
    }
  }

  /** Sends the steps' commands together and compares every answer and then every book. */
  private async play(steps: readonly Step[]): Promise<void> {
    for (const { choice } of steps.filter(({ kind }) => kind === 'jump')) {
      await this.jump((choice % 5) - 1);
    }
    if (steps.length > 1) {
      // Which batch of a crowd closes an expired order is not known.
      await closeExpiredOrders(database.pool, this.engine);
      await this.followSweeps(new Set(this.reference.orders.map(({ book }) => book)));
    }
    const commands = steps.filter(({ kind }) => kind !== 'jump').map((next) => this.commandOf(next));
    this.sent.push(...commands);
    // A cancellation is looked up when it arrives, so it neither finds nor waits for orders of the same crowd.
    const isFound = (request: Request) =>
      request.kind !== 'cancellation' || this.reference.find(named(request)) !== undefined;
    const inOrder: (Answer | OrderAnswer)[] = commands.map(() => UNKNOWN_ORDER);
    const arrived = commands.flatMap((command, position) =>
      isFound(command) ? [{ command, position }] : [],
    );
    const answers = await sendTogether(this.engine, commands);
    const books = new Set(commands.flatMap((command) => this.booksNear(command)));
    await this.followSweeps(books);
    for (const { command, position } of inTurns(arrived, (command) => this.batchGroupOf(command))) {
      inOrder[position] = this.answerOf(command);
    }
    expect({ commands, answers }).toEqual({ commands, answers: inOrder });
    await this.compareBooks(books);
  }

  /** Moves the clock by some days, or back: all orders become older. */
  private async jump(days: number): Promise<void> {
    this.reference.nowMs += days * lifetimeMs(1);
    await age(database, days, this.products);
  }

  /** Closes those expired orders of the reference that batches have closed, in the same order. */
  private async followSweeps(books: ReadonlySet<string>): Promise<void> {
    for (const book of books) {
      const known = [...this.reference.unclosed(book, 'ask'), ...this.reference.unclosed(book, 'bid')];
      const expired = known.filter((order) => this.reference.isExpired(order)).map(({ seq }) => seq);
      if (expired.length > 0) {
        const { rows } = await this.reader.query<{ seq: number }>(
          `select seq from orders where product_id = split_part($1, '/', 1)::int and size = split_part($1, '/', 2)
             and seq = any($2) and status = 'cancelled' order by closed_seq`,
          [book, expired],
        );
        for (const { seq } of rows) {
          this.reference.sweep(book, seq);
        }
      }
    }
  }

  private commandOf({ kind, call, user, product, size, dollars, choice }: Step): Request {
    const userId = `${user} ${this.number}`;
    const earlier = this.sent[choice % Math.max(1, this.sent.length)];
    if (earlier && kind === 'resend') {
      return earlier;
    }
    if (kind === 'cancel') {
      const known = this.reference.orders[choice % Math.max(1, this.reference.orders.length)];
      const owner = choice % 7 === 0 ? userId : (known?.userId ?? userId);
      const side: Side = choice % 11 === 0 ? 'ask' : (known?.side ?? 'bid');
      const productId = Number(known?.book.split('/')[0] ?? this.products[0]);
      return {
        kind: 'cancellation',
        side,
        userId: owner,
        productId,
        orderId: known?.orderId ?? this.newId(choice),
      };
    }
    const orderId = earlier && kind === 'reuse' ? earlier.orderId : this.newId(choice + this.sent.length);
    const productId = this.products[product] ?? 0;
    const isLate = choice % 13 === 0;
    const priceCents = dollars * 100;
    const order = { userId, orderId, productId, priceCents, isLate };
    const days = choice % 3 === 0 ? LIFETIMES[choice % LIFETIMES.length] : undefined;
    const lifetime = days === undefined ? {} : { lifetimeMs: lifetimeMs(days) };
    if (kind === 'group' || (kind === 'reuse' && earlier?.kind === 'group-bid')) {
      return { kind: 'group-bid', ...order, ...lifetime, sizes: GROUPS[choice % GROUPS.length] ?? [] };
    }
    const placing: Placing = { kind: 'placement', call, size, ...order };
    const lasting: Placing = { ...placing, ...lifetime };
    const replaced = choice % 5 === 0 ? this.orderInBook(placing, choice) : undefined;
    return replaced ? { ...lasting, replaces: replaced.orderId, replacedSeq: replaced.seq } : lasting;
  }

  /** An earlier order of the same user in the same book, open or not. */
  private orderInBook(placing: PlacementCommand, choice: number): ReferenceOrder | undefined {
    const orders = this.reference.orders.filter(
      ({ userId, book }) => userId === placing.userId && book === nameOf(placing),
    );
    return orders[choice % Math.max(1, orders.length)];
  }

  private answerOf(command: Request): Answer {
    if (command.kind === 'cancellation') {
      return this.reference.cancel(command.side, named(command));
    }
    const readiness = this.readinessOf(command.userId);
    if (command.kind === 'group-bid') {
      const books = placedBy(command).map((order) => ({ book: nameOf(order), orderId: order.orderId }));
      // An id may be used in two products.
      const answer = this.reference.placeGroup({
        ...command,
        readiness,
        books,
        groupId: `${command.productId}/${command.orderId}`,
      });
      // The reference has one name for a product and size.
      return answer.kind === 'group-traded' ? { ...answer, size: answer.size.split('/')[1] ?? '' } : answer;
    }
    return this.reference.place({ ...command, book: nameOf(command), readiness });
  }

  private readinessOf(userId: string): AccountReadiness {
    if (userId.startsWith('unready')) {
      return UNREADY;
    }
    return userId.startsWith('dot') ? { ...READY, limits: this.limitsOfDot } : READY;
  }

  /** The same numbers give the same ids, so a seed reproduces a whole run; runs do not share ids. */
  private newId(number: number): string {
    const hex = (value: number, length: number) => value.toString(16).padStart(length, '0').slice(-length);
    return `${hex(this.number, 8)}-0000-4000-8000-${hex(number, 12)}`;
  }

  /** Compares every open order of these books. */
  private async compareBooks(books: ReadonlySet<string>): Promise<void> {
    const { rows } = await this.reader.query<{ text: string }>({
      name: 'compare-books',
      text: `select o.product_id || '/' || o.size || ' ' || o.side || ' ' || o.order_id || ' ' || o.price_cents as text
             from orders as o where o.status = 'open' and o.product_id = any($1) and o.product_id || '/' || o.size = any($2)`,
      values: [this.products, [...books]],
    });
    const open = [...books].flatMap((book) => [
      ...this.reference.unclosed(book, 'ask'),
      ...this.reference.unclosed(book, 'bid'),
    ]);
    expect(rows.map(({ text }) => text).sort()).toEqual(
      open.map(({ book, side, orderId, priceCents }) => `${book} ${side} ${orderId} ${priceCents}`).sort(),
    );
  }

  /** All books of the command's product: a trade of one may change others. */
  private booksNear(command: Request): string[] {
    const productId = this.productOf(command);
    return productId === undefined ? [] : SIZES.map((size) => `${productId}/${size}`);
  }

  private batchGroupOf(command: Request): string {
    return this.groups?.known(Number(this.productOf(command))) ?? '';
  }

  private productOf(command: Request): string | undefined {
    const isUnknown = command.kind === 'cancellation' && !this.reference.find(named(command));
    return isUnknown ? undefined : String(command.productId);
  }
}

/** The name of the order to be cancelled; any book of a product names it. */
function named({ userId, orderId, productId }: CancelRequest): NamedOrder {
  return { userId, orderId, book: nameOf({ productId, size: '' }) };
}

function nameOf({ productId, size }: { readonly productId: number; readonly size: string }): string {
  return `${productId}/${size}`;
}

/**
 * The order in which a crowd is matched: as it arrived, in batches of one group each. A command with the same user,
 * product and id as an earlier one that waits is in a later batch.
 */
function inTurns<Entry extends { readonly command: Request }>(
  entries: readonly Entry[],
  groupOf: (command: Request) => string,
): Entry[] {
  let waiting = [...entries];
  const turns: Entry[] = [];
  while (waiting.length > 0) {
    const [group] = waiting.map(({ command }) => groupOf(command));
    const known = new Set<string>();
    const later: Entry[] = [];
    for (const entry of waiting) {
      const { command } = entry;
      const key = `${command.userId}/${command.productId}/${command.orderId}`;
      (known.has(key) || groupOf(command) !== group ? later : turns).push(entry);
      known.add(key);
    }
    waiting = later;
  }
  return turns;
}
