import { randomUUID } from 'node:crypto';
import type { UserData } from '@perkex/contract/user-data.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutcomeUnknownError } from '../src/errors/busy-error.js';
import { oldRefusalsMaintenance } from '../src/orders/old-refusals.js';
import { buildProducts, everything } from './market.js';
import { buildTrader, signUp, type TestUser, useMarket } from './test-app.js';

const market = useMarket();
let ann: TestUser;
let bob: TestUser;
let name = '';
let productId = 0;

beforeAll(async () => {
  [ann, bob] = await Promise.all([buildTrader(market), buildTrader(market)]);
});

/** A book of its own for each test. */
beforeEach(async () => {
  name = `Air ${randomUUID()}`;
  [productId = 0] = await buildProducts(market.database, [name]);
});

function order(price: number, more: object = {}) {
  return { id: randomUUID(), name, price, size: '9', ...more };
}

/** Places an order that must be accepted. */
async function place(user: TestUser, call: string, price: number): Promise<ReturnType<typeof order>> {
  const placed = order(price);
  const answer = await user.post(`/${call}`, placed);
  expect(answer.statusCode, answer.body).toBe(200);
  return placed;
}

function refusal(answer: Response): [number, string] {
  expect(answer.headers['content-type']).toContain('application/problem+json');
  return [answer.statusCode, answer.json<{ code: string }>().code];
}

it('an order that may still take effect is not reported as refused', async () => {
  const unknown = vi.spyOn(market.engine, 'submit').mockRejectedValue(new OutcomeUnknownError('no answer'));
  const answer = await ann.post('/ask', order(100));
  unknown.mockRestore();
  expect(refusal(answer)).toEqual([503, 'outcome-unknown']);
  expect(answer.headers['retry-after']).toBe('1');
});

/** Expects a call to be refused and the market to be unchanged afterwards. */
async function expectRefused(call: () => Promise<Response>, status: number, code: string): Promise<void> {
  const before = await everything(market.database);
  expect(refusal(await call())).toEqual([status, code]);
  expect(await everything(market.database)).toEqual(before);
}

describe('a product that does not trade yet', () => {
  const dayIn = (days: number) => addDays(dayAt(Date.now()), days);
  const tradesFrom = (day: string) =>
    market.database.pool.query('update products set trades_from = $1 where name = $2', [day, name]);

  it.each(ORDER_CALLS)('accepts no order to %s', async (call) => {
    await tradesFrom(dayIn(2));
    await expectRefused(() => ann.post(`/${call}`, order(100)), 409, 'not-trading-yet');
  });

  it('accepts orders from its first trading day on', async () => {
    await tradesFrom(dayIn(2));
    await expectRefused(() => ann.post('/bid', order(100)), 409, 'not-trading-yet');
    await tradesFrom(dayIn(0));
    await place(ann, 'bid', 100);
  });
});

describe('a user without settings', () => {
  it.each(['ask', 'sell'])('cannot %s without a payout', async (call) => {
    await place(bob, 'bid', 100);
    const user = await signUp(market);
    await user.post('/payment', { payment: 'CC' });
    await expectRefused(() => user.post(`/${call}`, order(100)), 409, 'payout-missing');
    await user.post('/payout', { payout: 'CC' });
    expect((await user.post(`/${call}`, order(100))).statusCode).toBe(200);
  });

  it.each(['bid', 'buy'])('cannot %s without a payment, nor without a shipping address', async (call) => {
    await place(bob, 'ask', 100);
    const user = await signUp(market);
    await user.post('/payout', { payout: 'CC' });
    await expectRefused(() => user.post(`/${call}`, order(100)), 409, 'payment-missing');
    await user.post('/payment', { payment: 'CC' });
    await expectRefused(() => user.post(`/${call}`, order(100)), 409, 'shipping-missing');
    const shipping = {
      name: 'Bo',
      surname: 'Li',
      street: 'Main',
      street_number: '1',
      city: 'Rome',
      zip: '1',
      country: 'Italy',
      phone: '1',
    };
    await user.post('/shipping', shipping);
    expect((await user.post(`/${call}`, order(100))).statusCode).toBe(200);
  });

  it.each(ORDER_CALLS)('learns what is missing when all of it is, %s', async (call) => {
    const user = await signUp(market);
    const missing = ['ask', 'sell'].includes(call) ? 'payout-missing' : 'payment-missing';
    await expectRefused(() => user.post(`/${call}`, order(100)), 409, missing);
  });
});

describe('an order for now', () => {
  it('cannot sell where there is no bid', async () => {
    await place(ann, 'ask', 100);
    await expectRefused(() => ann.post('/sell', order(50)), 409, 'no-bids');
  });

  it('cannot buy where there is no ask', async () => {
    await place(ann, 'bid', 100);
    await expectRefused(() => ann.post('/buy', order(150)), 409, 'no-asks');
  });

  it('cannot sell below the price that its user saw', async () => {
    await place(bob, 'bid', 100);
    await expectRefused(() => ann.post('/sell', order(101)), 409, 'price-moved');
  });

  it('cannot buy above the price that its user saw', async () => {
    await place(bob, 'ask', 100);
    await expectRefused(() => ann.post('/buy', order(99)), 409, 'price-moved');
  });
});

describe('a refusal of the book is final', () => {
  /** Refuses an order, removes the reason, and expects the same order to be refused as before. */
  async function expectFinal(call: string, code: string, change: () => Promise<unknown>): Promise<void> {
    const sent = order(100);
    await expectRefused(() => ann.post(`/${call}`, sent), 409, code);
    await change();
    await expectRefused(() => ann.post(`/${call}`, sent), 409, code);
    await expectRefused(() => ann.post(`/${call}`, { ...sent, price: 99 }), 409, 'id-reused');
    await expectRefused(() => ann.post('/deleteAsk', sent), 404, 'unknown-order');
    expect((await ann.post(`/${call}`, order(100))).statusCode).toBe(200);
  }

  it('for a sale without a bid, when a bid has arrived', () =>
    expectFinal('sell', 'no-bids', () => place(bob, 'bid', 100)));

  it('for a purchase without an ask, when an ask has arrived', () =>
    expectFinal('buy', 'no-asks', () => place(bob, 'ask', 100)));

  it('for a price that had moved, when it has moved back', async () => {
    await place(bob, 'ask', 120);
    await expectFinal('buy', 'price-moved', () => place(bob, 'ask', 100));
  });

  it('for an order that would cross an own one, when that is gone', async () => {
    const own = await place(ann, 'bid', 100);
    await expectFinal('ask', 'own-order', () => ann.post('/deleteBid', own));
  });

  it('for an order without a payout, when the payout is set', async () => {
    const user = await signUp(market);
    const sent = order(100);
    await expectRefused(() => user.post('/ask', sent), 409, 'payout-missing');
    await user.post('/payout', { payout: 'CC' });
    await expectRefused(() => user.post('/ask', sent), 409, 'payout-missing');
    expect((await user.post('/ask', order(100))).statusCode).toBe(200);
  });

  it('for an order that was sent long before it arrived', async () => {
    const sent = order(100);
    await expectRefused(() => ann.post('/bid', { ...sent, late: true }), 409, 'too-late');
    await expectRefused(() => ann.post('/bid', { ...sent, late: true }), 409, 'too-late');
    await expectRefused(() => ann.post('/bid', sent), 409, 'too-late');
    const placed = await place(ann, 'bid', 100);
    const late = await ann.post('/bid', { ...placed, late: true });
    expect([late.statusCode, late.body]).toEqual([200, `Your bid of 100$ for ${name}, size 9 was placed.`]);
  });

  it('for seven days, and then forgotten', async () => {
    const sent = order(100);
    await expectRefused(() => ann.post('/sell', sent), 409, 'no-bids');
    await place(bob, 'bid', 100);
    const { pool } = market.database;
    const age = (interval: string) =>
      pool.query('update refusals set refused_at = now() - $2::interval where order_id = $1', [
        sent.id,
        interval,
      ]);
    await age('7 days - 1 minute');
    await oldRefusalsMaintenance(pool).work();
    await expectRefused(() => ann.post('/sell', sent), 409, 'no-bids');
    await age('7 days 1 minute');
    await oldRefusalsMaintenance(pool).work();
    expect((await ann.post('/sell', sent)).statusCode).toBe(200);
  });

  it('but leaves the id free where the book has not judged it', async () => {
    const sent = order(100);
    await expectRefused(() => ann.post('/ask', { ...sent, size: '47' }), 422, 'unknown-size');
    await expectRefused(() => ann.post('/ask', { ...sent, name: 'No such sneaker' }), 404, 'unknown-product');
    await expectRefused(() => ann.post('/ask', { ...sent, price: 0.5 }), 422, 'invalid-price');
    expect((await ann.post('/ask', sent)).statusCode).toBe(200);
  });
});

describe('self-trading is rejected', () => {
  it.each([
    ['ask', 'bid', 100],
    ['ask', 'buy', 100],
    ['bid', 'ask', 100],
    ['bid', 'sell', 100],
  ])('when an own %s rests and a %s would cross it', async (resting, call, price) => {
    await place(ann, resting, price);
    await expectRefused(() => ann.post(`/${call}`, order(price)), 409, 'own-order');
  });

  it('also when another user’s order follows at a worse price', async () => {
    await place(bob, 'ask', 110);
    await place(ann, 'ask', 100);
    await expectRefused(() => ann.post('/buy', order(120)), 409, 'own-order');
  });

  it('but not because of an own order that is not the best one', async () => {
    await place(ann, 'ask', 110);
    await place(bob, 'ask', 100);
    expect((await ann.post('/buy', order(120))).body).toBe(`You bought ${name}, size 9 for 100$.`);
  });
});

describe('an order for something that does not exist', () => {
  it.each(ORDER_CALLS)('is refused for an unknown product, %s', async (call) => {
    await expectRefused(
      () => ann.post(`/${call}`, order(100, { name: 'No such sneaker' })),
      404,
      'unknown-product',
    );
    await expectRefused(
      () => ann.post(`/${call}`, order(100, { name: name.toUpperCase() })),
      404,
      'unknown-product',
    );
  });

  it.each(ORDER_CALLS)('is refused for an unknown size, %s', async (call) => {
    await expectRefused(() => ann.post(`/${call}`, order(100, { size: '47' })), 422, 'unknown-size');
    await expectRefused(() => ann.post(`/${call}`, order(100, { size: '9.0' })), 422, 'unknown-size');
  });
});

describe('removing', () => {
  it.each([
    ['ask', 'deleteAsk', 'buy', 1],
    ['bid', 'deleteBid', 'sell', 0],
  ])('an %s that has just traded is refused', async (call, removal, opposite, missed) => {
    const { id } = await place(ann, call, 100);
    await place(bob, opposite, 100);
    const before = await everything(market.database);
    expect(refusal(await ann.post(`/${removal}`, { id }))).toEqual([409, 'already-traded']);
    // All that it leaves: a seller may undo the trade.
    const noted = await market.database.pool.query(
      'update trades set is_removal_missed = false where is_removal_missed',
    );
    expect(noted.rowCount).toBe(missed);
    expect(await everything(market.database)).toEqual(before);
  });

  it.each([
    ['sell', 'bid', 'deleteAsk'],
    ['buy', 'ask', 'deleteBid'],
  ])('a %s, which never rests, is refused', async (call, resting, removal) => {
    await place(bob, resting, 100);
    const { id } = await place(ann, call, 100);
    await expectRefused(() => ann.post(`/${removal}`, { id }), 409, 'already-traded');
  });

  it.each([
    ['ask', 'deleteAsk', 'deleteBid'],
    ['bid', 'deleteBid', 'deleteAsk'],
  ])(
    'another user’s %s, one of the other side, or none at all is answered as unknown',
    async (call, own, other) => {
      const { id } = await place(ann, call, 100);
      await expectRefused(() => bob.post(`/${own}`, { id }), 404, 'unknown-order');
      await expectRefused(() => ann.post(`/${other}`, { id }), 404, 'unknown-order');
      await expectRefused(() => ann.post(`/${own}`, { id: randomUUID() }), 404, 'unknown-order');
    },
  );

  it.each([
    ['ask', 'deleteAsk'],
    ['bid', 'deleteBid'],
  ])('an %s twice gets the same answer as once and changes nothing more', async (call, removal) => {
    const { id } = await place(ann, call, 100);
    const first = await ann.post(`/${removal}`, { id });
    const before = await everything(market.database);
    const second = await ann.post(`/${removal}`, { id });
    expect([second.statusCode, second.body]).toEqual([200, first.body]);
    expect(await everything(market.database)).toEqual(before);
  });
});

describe('an order that is sent again', () => {
  it.each([
    ['that rests', 'ask', null],
    ['that rests', 'bid', null],
    ['that traded', 'sell', 'bid'],
    ['that traded', 'buy', 'ask'],
    ['that traded', 'ask', 'bid'],
    ['that traded', 'bid', 'ask'],
  ])('and %s, %s, gets the same answer and changes nothing', async (_title, call, resting) => {
    if (resting) {
      await place(bob, resting, 100);
      await place(bob, resting, resting === 'ask' ? 105 : 95);
    }
    const sent = order(100);
    const first = await ann.post(`/${call}`, sent);
    const before = await everything(market.database);
    const [again, upperCase] = [
      await ann.post(`/${call}`, sent),
      await ann.post(`/${call}`, { ...sent, id: sent.id.toUpperCase() }),
    ];
    expect([first.statusCode, again.statusCode, upperCase.statusCode]).toEqual([200, 200, 200]);
    expect([again.body, upperCase.body]).toEqual([first.body, first.body]);
    expect(await everything(market.database)).toEqual(before);
  });

  it('ten times at once is one order', async () => {
    const sent = order(100);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ann.post('/ask', sent)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const { rows } = await market.database.pool.query('select 1 from orders where order_id = $1', [sent.id]);
    expect(rows).toHaveLength(1);
  });

  it('keeps its answer after it has traded or was removed', async () => {
    const [sold, removed] = [await place(ann, 'ask', 100), await place(ann, 'ask', 110)];
    await place(bob, 'buy', 100);
    await ann.post('/deleteAsk', { id: removed.id });
    const before = await everything(market.database);
    for (const sent of [sold, removed]) {
      const again = await ann.post('/ask', sent);
      expect(again.body).toBe(`Your ask of ${sent.price}$ for ${name}, size 9 is placed.`);
    }
    expect(await everything(market.database)).toEqual(before);
  });

  it('is refused as another order when its price, size or call differs', async () => {
    const sent = await place(ann, 'ask', 100);
    for (const [call, change] of [
      ['ask', { price: 101 }],
      ['ask', { size: '9.5' }],
      ['bid', {}],
      ['sell', {}],
      ['buy', {}],
    ] as const) {
      await expectRefused(() => ann.post(`/${call}`, { ...sent, ...change }), 409, 'id-reused');
    }
  });

  it('for another product is an order of that product, and calls that name only the id are refused', async () => {
    const sent = await place(ann, 'ask', 100);
    const { id } = sent;
    const otherName = `${name} again`;
    const [there = 0] = await buildProducts(market.database, [otherName]);
    const other = { ...sent, name: otherName, price: 300 };
    for (const _time of ['once', 'again']) {
      expect((await ann.post('/ask', other)).body).toBe(
        `Your ask of 300$ for ${otherName}, size 9 is placed.`,
      );
    }
    const ambiguous = { id, price: 310, confirmedPrice: null };
    await expectRefused(() => ann.post('/changeOrder', ambiguous), 409, 'ambiguous-order');
    await expectRefused(() => ann.post('/deleteAsk', { id, name: otherName }), 409, 'ambiguous-order');
    const unknown = { id, productId: there + 1_000 };
    await expectRefused(() => ann.post('/deleteAsk', unknown), 404, 'unknown-order');
    const changed = await ann.post('/changeOrder', { ...ambiguous, productId: there });
    expect(changed.body).toBe(`Your ask of 310$ for ${otherName}, size 9 is placed.`);
    const commands = [
      { call: 'deleteAsk', id },
      { call: 'deleteAsk', id, productId },
    ];
    const { answers } = (await ann.post('/orders/batch', { commands })).json<{ answers: object[] }>();
    expect(answers).toMatchObject([
      { problem: { status: 409, code: 'ambiguous-order' } },
      { answer: expect.stringContaining(name) },
    ]);
    const { asks } = (await ann.get(`/getUserData/${ann.uid}`)).json<UserData>();
    expect(asks.filter((row) => row.name === name && row.id === id)).toEqual([]);
    expect(asks.filter((row) => row.name === otherName)).toMatchObject([{ price: 310, productId: there }]);
  });

  it('by another user is an order of that user', async () => {
    const sent = await place(ann, 'ask', 100);
    const answer = await bob.post('/ask', { ...sent, price: 105 });
    expect(answer.body).toBe(`Your ask of 105$ for ${name}, size 9 is placed.`);
    await ann.post('/deleteAsk', { id: sent.id });
    const rows = (await bob.get(`/getUserData/${bob.uid}`)).json<{ asks: { id: string; price: number }[] }>();
    expect(rows.asks.filter(({ id }) => id === sent.id)).toMatchObject([{ price: 105 }]);
  });
});

describe('a price far worse for its owner than the market', () => {
  const confirmed = (price: number, confirmedPrice: number | null, more: object = {}) =>
    order(price, { confirmedPrice, ...more });

  it.each([
    ['bid', 299, 'ask', 230, '299$ is 30 % or more above the lowest ask, 230$.'],
    ['buy', 299, 'ask', 230, '299$ is 30 % or more above the lowest ask, 230$.'],
    ['ask', 161, 'bid', 230, '161$ is 30 % or more below the highest bid, 230$.'],
    ['sell', 161, 'bid', 230, '161$ is 30 % or more below the highest bid, 230$.'],
  ])('is refused to a %s of a page, unless it was confirmed', async (call, price, other, best, detail) => {
    await place(bob, other, best);
    for (const confirmedPrice of [null, price + 1]) {
      const answer = await ann.post(`/${call}`, confirmed(price, confirmedPrice));
      expect(refusal(answer)).toEqual([409, 'price-unconfirmed']);
      expect(answer.json().detail).toBe(`${detail} Nothing was placed: confirm the price first.`);
    }
    expect((await ann.post(`/${call}`, confirmed(price, price))).statusCode).toBe(200);
  });

  it('is compared with the last sale of the size, or else of the product', async () => {
    await place(bob, 'ask', 200);
    await place(ann, 'buy', 200);
    const ofSize = await ann.post('/bid', confirmed(260, null));
    expect(ofSize.json().detail).toMatch(/^260\$ is 30 % or more above the last sale of size 9, 200\$/);
    const ofProduct = await ann.post('/bid', confirmed(260, null, { size: '10' }));
    expect(ofProduct.json().detail).toMatch(
      /^260\$ is 30 % or more above the last sale of another size, 200\$/,
    );
    expect((await ann.post('/bid', confirmed(259, null))).statusCode).toBe(200);
  });

  it('is not refused to callers that send no confirmation', async () => {
    await place(bob, 'ask', 200);
    expect((await ann.post('/bid', order(999))).statusCode).toBe(200);
  });

  it('does not keep a resend from the first answer, and a late one from its own', async () => {
    await place(bob, 'ask', 300);
    const sent = confirmed(250, null);
    const first = await ann.post('/bid', sent);
    await place(bob, 'ask', 251);
    await place(ann, 'buy', 251);
    await market.database.pool.query(
      `update trades set price_cents = 10000, seller_total_cents = buyer_total_cents - platform_cents
       from products where products.id = product_id and name = $1`,
      [name],
    );
    expect(refusal(await ann.post('/bid', confirmed(250, null)))).toEqual([409, 'price-unconfirmed']);
    expect((await ann.post('/bid', sent)).body).toBe(first.body);
    expect(refusal(await ann.post('/bid', confirmed(250, null, { late: true })))).toEqual([409, 'too-late']);
  });

  it('does not keep a resend from the refusal that it got', async () => {
    const buyer = await signUp(market);
    await place(bob, 'ask', 100);
    const sent = confirmed(100, null);
    expect(refusal(await buyer.post('/buy', sent))).toEqual([409, 'payment-missing']);
    await place(bob, 'ask', 50);
    expect(refusal(await buyer.post('/buy', confirmed(100, null)))).toEqual([409, 'price-unconfirmed']);
    expect(refusal(await buyer.post('/buy', sent))).toEqual([409, 'payment-missing']);
  });

  it('can be sent again under the same id once it is confirmed', async () => {
    await place(bob, 'bid', 300);
    const doubtful = confirmed(100, null);
    expect(refusal(await ann.post('/ask', doubtful))).toEqual([409, 'price-unconfirmed']);
    expect((await ann.post('/ask', { ...doubtful, confirmedPrice: 100 })).statusCode).toBe(200);
  });

  it('is refused to a change of an order, unless it was confirmed', async () => {
    await place(bob, 'ask', 200);
    const { id } = await place(ann, 'bid', 100);
    const change = (more: object) => ann.post('/changeOrder', { id, price: 260, ...more });
    expect(refusal(await change({ confirmedPrice: null }))).toEqual([409, 'price-unconfirmed']);
    expect((await change({ confirmedPrice: 260 })).statusCode).toBe(200);
    // The same change again gets the first answer.
    expect((await change({ confirmedPrice: null })).statusCode).toBe(200);
  });

  it.each(['200', 0, 1.5])('is not confirmed by %j', async (confirmedPrice) => {
    const answer = await ann.post('/bid', order(200, { confirmedPrice }));
    expect(answer.statusCode).toBe(422);
  });
});
