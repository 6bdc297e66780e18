import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { QueueFullError, ShareTakenError } from '../src/orders/command-queue.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import type { OrderAnswer, OrderCommand } from '../src/orders/order-command.js';
import { buildProducts, buildTraders, cancellation, openEngine, order } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { createTestDatabase } from './test-database.js';

const BUYERS = Array.from({ length: 20 }, (_, index) => `buyer-${index}`);

let database: Database;
/** Three servers on one database. */
let engines: MatchingEngine[];
let product = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  engines = [openEngine(database), openEngine(database), openEngine(database)];
  await buildTraders(database, 'seller', ...BUYERS);
  product = (await buildProducts(database, ['Contested']))[0] ?? 0;
});

afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await database.close();
});

/** Sends each command through another server. */
function spread(commands: readonly OrderCommand[]): Promise<OrderAnswer[]> {
  return Promise.all(commands.map((command, index) => engine(index).submit(command)));
}

function engine(index: number): MatchingEngine {
  return engines[index % engines.length] as MatchingEngine;
}

function count(answers: readonly OrderAnswer[], kind: string): number {
  return answers.filter((answer) => (answer.kind === 'refused' ? answer.code : answer.kind) === kind).length;
}

describe('on several servers at once', () => {
  it('twenty buyers of one ask make one trade', async () => {
    await engine(0).submit(order('ask', 'seller', 200, { productId: product }));
    const answers = await spread(BUYERS.map((buyer) => order('buy', buyer, 200, { productId: product })));
    expect(count(answers, 'traded')).toBe(1);
    expect(count(answers, 'no-asks')).toBe(19);
  });

  it('an order that is sent ten times has one effect and one answer', async () => {
    const bid = order('bid', 'buyer-0', 150, { productId: product, size: '9.5' });
    const answers = await spread(Array.from({ length: 10 }, () => bid));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    const { rows } = await database.pool.query('select 1 from orders where order_id = $1', [bid.orderId]);
    expect(rows).toHaveLength(1);
  });

  it('imports that create the same products in another order all end', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `Imported ${index}`);
    const imports = [names, names.toReversed(), names, names.toReversed()];
    const ids = await Promise.all(imports.map((each) => buildProducts(database, each)));
    const [first = []] = ids;
    expect(ids).toEqual([first, first.toReversed(), first, first.toReversed()]);
    expect(new Set(first)).toHaveLength(names.length);
  });

  it('a bid over three sizes trades once, whichever of its sizes are sold to at the same moment', async () => {
    const sizes = ['9', '9.5', '10'];
    const [bidding = 0] = await buildProducts(database, ['Any of three'], sizes);
    for (let round = 0; round < 25; round += 1) {
      const bids = BUYERS.slice(0, 4).map((userId) => ({
        ...order('bid', userId, 100, { productId: bidding }),
        ...({ kind: 'group-bid', sizes } as const),
      }));
      expect(count(await spread(bids), 'group-rested')).toBe(bids.length);
      // Five sales for four bids, of which each rests in all three books.
      const sales = [...sizes, '9', '10'].map((size) =>
        order('sell', 'seller', 100, { productId: bidding, size }),
      );
      const answers = await spread(sales);
      expect([count(answers, 'traded'), count(answers, 'no-bids')]).toEqual([4, 1]);
    }
    const { rows } = await database.pool.query<{ status: string; orders: number }>(
      'select status, count(*)::int as orders from orders where group_id is not null group by status order by status',
    );
    expect(rows).toEqual([
      { status: 'cancelled', orders: 200 },
      { status: 'traded', orders: 100 },
    ]);
    await expectSoundMarket(database);
  });

  it('an id that is sent for two sizes and for another product at once names one order of each product', async () => {
    const [other = 0] = await buildProducts(database, ['Elsewhere']);
    for (let round = 0; round < 20; round += 1) {
      const here = order('bid', 'buyer-1', 10, { productId: product, size: '10' });
      const there = { ...here, productId: other, size: '9' };
      const answers = await spread([here, { ...here, size: '9' }, there]);
      expect(count(answers, 'rested')).toBe(2);
      expect(count(answers, 'id-reused')).toBe(1);
      expect((await engine(1).submit(there)).kind).toBe('rested');
    }
  });

  it('an id that one book has accepted and another one refused at the same moment gets each book’s own answer', async () => {
    const bid = order('bid', 'buyer-2', 20, { productId: product, size: '10' });
    const sale = { ...bid, call: 'sell', size: '9.5', priceCents: 90_000 } as const;
    const accepted = await engine(0).submit(bid);
    expect(accepted.kind).toBe('rested');
    await database.pool.query(`insert into refusals values ($1, $2, $3, $4, $5, $6, 'price-moved', now())`, [
      sale.userId,
      sale.orderId,
      sale.productId,
      sale.size,
      sale.call,
      sale.priceCents,
    ]);
    expect(await spread([bid, bid])).toEqual([accepted, accepted]);
    expect(await engine(0).submit(sale)).toEqual({ kind: 'refused', code: 'price-moved' });
    const elsewhere = await engine(0).submit({ ...bid, size: '9' });
    expect(elsewhere).toEqual({ kind: 'refused', code: 'id-reused' });
  });

  it('orders placed on one server count on another that receives its batch, even if it has counted before', async () => {
    const openOrderLimits = { perBook: 10, perUser: 3 };
    const one = openEngine(database, { openOrderLimits });
    const other = openEngine(database, { openOrderLimits, onBatch: (batch) => one.noteEntry(batch) });
    const bid = () => order('bid', 'buyer-3', 30, { productId: product, size: '10' });
    expect((await one.submit(bid())).kind).toBe('rested');
    await other.submit(bid());
    await other.submit(bid());
    expect(await one.submit(bid())).toEqual({ kind: 'refused', code: 'too-many-orders' });
    await Promise.all([one.close(), other.close()]);
  });

  it('an order that is sent to all of them while the book changes is refused everywhere or traded everywhere', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [fresh] = await buildProducts(database, [`Judged once ${round}`]);
      const purchase = order('buy', 'buyer-6', 300, { productId: fresh ?? 0 });
      const ask = order('ask', 'seller', 300, { productId: fresh ?? 0 });
      const answers = await spread([purchase, purchase, ask, purchase, purchase, purchase]);
      const ofPurchase = answers.filter((_, index) => index !== 2).map((answer) => JSON.stringify(answer));
      expect(new Set(ofPurchase)).toHaveLength(1);
    }
  });

  it('a raised bid that races sales to the old one buys one pair, or keeps the old bid', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [fresh] = await buildProducts(database, [`Raised ${round}`]);
      const productId = fresh ?? 0;
      const bid = order('bid', 'buyer-4', 200, { productId });
      const placed = await engine(0).submit(bid);
      const replacedSeq = placed.kind === 'rested' ? placed.seq : 0;
      const raise = () => order('bid', 'buyer-4', 210, { productId, replacedSeq });
      const answers = await spread([raise(), order('sell', 'seller', 200, { productId }), raise()]);
      const raised = [answers[0], answers[2]].filter((answer) => answer?.kind === 'rested');
      const { rows } = await database.pool.query<{ priceCents: number; status: string }>(
        `select price_cents as "priceCents", status from orders where product_id = $1 and user_id = 'buyer-4'`,
        [productId],
      );
      // The sale trades with the old bid or with the raised one, and at most one raise has replaced the old bid.
      expect(answers[1]?.kind).toBe('traded');
      expect(raised.length).toBeLessThanOrEqual(1);
      expect(rows.filter(({ status }) => status === 'traded')).toHaveLength(1);
      expect(rows.filter(({ status }) => status === 'open')).toEqual([]);
    }
  });

  it('a cancellation that races a purchase has one winner', async () => {
    for (let round = 0; round < 30; round += 1) {
      const ask = order('ask', 'seller', 300, { productId: product, size: '9.5' });
      await engine(0).submit(ask);
      const [bought, cancelled] = await spread([
        order('buy', 'buyer-2', 300, { productId: product, size: '9.5' }),
        await cancellation(database, 'ask', 'seller', ask.orderId),
      ]);
      const winners = [bought?.kind === 'traded', cancelled?.kind === 'cancelled'];
      expect(winners.filter(Boolean)).toHaveLength(1);
    }
  });

  it('a crowd on a few books leaves no violation for the audit, and every answer true', async () => {
    const commands = Array.from({ length: 900 }, (_, index) =>
      order(ORDER_CALLS[index % 4] ?? 'ask', BUYERS[(index * 7) % 20] ?? '', 90 + ((index * 13) % 20), {
        productId: product,
        size: ['9', '9.5', '10'][index % 3] ?? '9',
      }),
    );
    const answers = await spread(commands);
    await expectSoundMarket(database);
    for (const [index, answer] of answers.entries()) {
      if (answer.kind === 'traded' || answer.kind === 'rested') {
        // A resend is answered with what was acknowledged, and so with what the database holds.
        expect(await engine(index + 1).submit(commands[index] as OrderCommand)).toEqual(answer);
      }
    }
  });
});

describe('the queue', () => {
  it('accepts at least a thousand commands and refuses the next instead of growing', async () => {
    const small = openEngine(database, { capacity: 1_000 });
    const commands = Array.from({ length: 1_000 }, (_, index) =>
      order('bid', `buyer-${index % 20}`, 5, { productId: product }),
    );
    const answers = commands.map((command) => small.submit(command));
    await expect(small.submit(order('bid', 'buyer-0', 5, { productId: product }))).rejects.toThrow(
      QueueFullError,
    );
    expect(count(await Promise.all(answers), 'rested')).toBe(1_000);
    await small.close();
  });

  it('holds at most a tenth of its commands for one user, and has room for all others', async () => {
    const small = openEngine(database, { capacity: 100 });
    const bid = (user: string) => order('bid', user, 3, { productId: product });
    const taken = Array.from({ length: 10 }, () => small.submit(bid('buyer-4')));
    const oneTooMany = small.submit(bid('buyer-4'));
    const others = Array.from({ length: 90 }, (_, index) => small.submit(bid(`buyer-${5 + (index % 9)}`)));
    await expect(oneTooMany).rejects.toThrow(ShareTakenError);
    expect(count(await Promise.all([...taken, ...others]), 'rested')).toBe(100);
    expect((await small.submit(bid('buyer-4'))).kind).toBe('rested');
    await small.close();
  });

  it('gives a refusal only to its own command, whatever the others in the batch get', async () => {
    const answers = await spread([
      order('bid', 'buyer-3', 4, { productId: product }),
      order('bid', 'nobody', 4, { productId: product }),
      order('bid', 'buyer-3', 4, { productId: product, size: '99' }),
      order('bid', 'buyer-3', 4, { productId: 2 ** 30 }),
    ]);
    expect(answers.map((answer) => (answer.kind === 'refused' ? answer.code : answer.kind))).toEqual([
      'rested',
      'payment-missing',
      'unknown-size',
      'unknown-size',
    ]);
  });
});
