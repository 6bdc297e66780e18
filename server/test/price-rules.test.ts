import { randomUUID } from 'node:crypto';
import type { OwnKey } from '@perkex/contract/keys.js';
import type { CommandAnswer } from '@perkex/contract/order-batch.js';
import type { PriceRuleRow } from '@perkex/contract/price-rules.js';
import type { UserData } from '@perkex/contract/user-data.js';
import { beforeEach, expect, it } from 'vitest';
import { changedOrderId } from '../src/orders/change-order.js';
import { PriceRules } from '../src/price-rules/price-rules.js';
import { claimRules } from '../src/price-rules/rule-rows.js';
import { buildProducts, moved } from './market.js';
import { buildTrader, type TestUser, useMarket, useSoundMarket } from './test-app.js';

const market = useSoundMarket();
/** Another server of the same market. */
const second = useMarket(() => ({ database: market.database }));
let ann: TestUser;
let bob: TestUser;
let buyer: TestUser;
let name: string;

beforeEach(async () => {
  [ann, bob, buyer] = await Promise.all([buildTrader(market), buildTrader(market), buildTrader(market)]);
  name = `Air ${randomUUID()}`;
  await buildProducts(market.database, [name]);
});

const at = (price: number, more: object = {}) => ({ id: randomUUID(), name, price, size: '9', ...more });

async function ask(user: TestUser, price: number, floor?: number): Promise<string> {
  const body = at(price);
  expect((await user.post('/ask', body)).statusCode).toBe(200);
  if (floor !== undefined) {
    expect(await setRule(user, body.id, floor)).toMatchObject({ answer: expect.any(String) });
  }
  return body.id;
}

async function setRule(user: TestUser, id: string, floor: number | null): Promise<object> {
  const { answers } = (await user.post('/price-rules', { rules: [{ id, floor }] })).json<{
    answers: object[];
  }>();
  return answers[0] ?? {};
}

/** Lets the servers do what is due. */
async function work(servers: readonly Pick<PriceRules, 'work'>[] = [market.priceRules]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await market.consumeFeed();
    await Promise.all(servers.map((rules) => rules.work()));
  }
}

/** Moves everything so many milliseconds into the past. */
async function pass(ms: number): Promise<void> {
  const { pool } = market.database;
  for (const table of ['orders', 'open_orders_of_users']) {
    await pool.query(
      `update ${table} set ${moved('accepted_at', '- make_interval(secs => $1::float8 / 1000)')}`,
      [ms],
    );
  }
  await pool.query(
    `update price_rules set changes_from = changes_from - make_interval(secs => $1::float8 / 1000),
       look_at = look_at - make_interval(secs => $1::float8 / 1000),
       leased_until = leased_until - make_interval(secs => $1::float8 / 1000)`,
    [ms],
  );
}

const TEN_MINUTES = 600_000;
const asks = async (user: TestUser) =>
  (await user.get(`/getUserData/${user.uid}`)).json<UserData>().asks.slice(1);
const prices = async (user: TestUser) => (await asks(user)).map(({ price }) => price);
const ruleOf = async (user: TestUser) =>
  (await user.get('/price-rules')).json<{ rules: PriceRuleRow[] }>().rules[0];

it('lowers an ask to a dollar below the lowest other one, ten minutes after its last price', async () => {
  await ask(ann, 230, 210);
  await work();
  expect(await ruleOf(ann)).toMatchObject({ state: 'lowest', floor: 210, price: null });
  await ask(bob, 225);
  await work();
  expect(await prices(ann)).toEqual([230]);
  expect(await ruleOf(ann)).toMatchObject({ state: 'waits', price: 224, from: expect.any(String) });
  await pass(TEN_MINUTES - 60_000);
  await work();
  expect(await prices(ann)).toEqual([230]);
  await pass(60_000);
  await work();
  expect(await prices(ann)).toEqual([224]);
  const [lowered] = await asks(ann);
  expect(await ruleOf(ann)).toMatchObject({ id: lowered?.id, state: 'lowest' });
  const exported = (await ann.get('/export')).json<{ priceRules: object[] }>();
  expect(exported.priceRules).toEqual([{ order: lowered?.id, name, size: '9', floor: 210 }]);
});

it('takes 500 rules in one call', async () => {
  const rules = Array.from({ length: 500 }, () => ({ id: randomUUID(), productId: 1_000_000, floor: 100 }));
  const answer = await ann.post('/price-rules', { rules });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().answers).toHaveLength(500);
});

it('two rules against each other lower a price every ten minutes each, down to a floor', async () => {
  await ask(ann, 220, 214);
  await ask(bob, 220, 216);
  const seen: (number | null)[][] = [];
  for (let round = 0; round < 3; round += 1) {
    await pass(TEN_MINUTES);
    await work([market.priceRules, second.priceRules]);
    seen.push([...(await prices(ann)), ...(await prices(bob))]);
  }
  // Bob is behind Ann at the same price. However often the servers look, each price changes once in ten minutes.
  expect(seen).toEqual([
    [218, 219],
    [216, 217],
    [216, 217],
  ]);
  expect(await ruleOf(bob)).toMatchObject({ state: 'at-floor', price: 216 });
});

it('lowers an ask whose seller has another one below the floor and just above a bid', async () => {
  await ask(ann, 250, 230);
  await work();
  await ask(ann, 200);
  await buyer.post('/bid', at(199));
  await ask(bob, 240);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([200, 239]);
});

it('keeps a price that would be below the floor or sell to a bid, until the bid is gone', async () => {
  await ask(ann, 230, 210);
  await ask(bob, 225);
  const bid = at(224);
  await buyer.post('/bid', bid);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([230]);
  expect(await ruleOf(ann)).toMatchObject({ state: 'bid-in-the-way', price: 224 });
  await buyer.post('/deleteBid', { id: bid.id });
  await ask(bob, 205);
  await work();
  expect(await ruleOf(ann)).toMatchObject({ state: 'at-floor', price: 205 });
  expect(await prices(ann)).toEqual([230]);
});

it('stays with an ask whose price its seller changes, and ends with it', async () => {
  const id = await ask(ann, 230, 210);
  await ann.post('/changeOrder', { id, price: 240 });
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([234]);
  const [lowered] = await asks(ann);
  await ann.post('/deleteAsk', { id: lowered?.id });
  await work();
  const { rows } = await market.database.pool.query('select from price_rules where user_id = $1', [ann.uid]);
  expect(rows).toEqual([]);
  const other = await ask(ann, 230, 210);
  expect(await setRule(ann, other, null)).toMatchObject({ answer: 'The rule has ended. The price stays.' });
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([230]);
});

it('keeps the choice of its seller that an ask is not listed again', async () => {
  const body = at(230, { relist: false });
  await ann.post('/ask', body);
  await setRule(ann, body.id, 210);
  await ask(bob, 225);
  await pass(TEN_MINUTES);
  await work();
  expect(await asks(ann)).toMatchObject([{ price: 224, relist: false }]);
});

it('stays with an ask that its seller replaces by another one, which may be replaced again', async () => {
  const first = await ask(ann, 230, 210);
  const [second, third] = [at(240, { replaces: first }), at(238)];
  await ann.post('/ask', second);
  const batch = { commands: [{ call: 'ask', ...third, replaces: second.id }] };
  expect((await ann.post('/orders/batch', batch)).json()).toMatchObject({
    answers: [{ answer: expect.any(String) }],
  });
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([234]);
});

it('stays with an ask that its seller changes and then replaces by another one', async () => {
  const first = await ask(ann, 230, 210);
  await ann.post('/changeOrder', { id: first, price: 240 });
  await ann.post('/ask', at(238, { replaces: changedOrderId(first, 240_00) }));
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([234]);
});

it('stays with an ask that was replaced just before the upgrade from an earlier version', async () => {
  const first = await ask(ann, 230, 210);
  const second = at(240, { replaces: first });
  await ann.post('/ask', second);
  const { pool } = market.database;
  await pool.query('update orders set first_seq = null where order_id = $1', [second.id]);
  await pool.query('update price_rules set successors = array[$1]::uuid[] where order_id = $2', [
    second.id,
    first,
  ]);
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([234]);
});

it('is set by an earlier id of its ask, once for all ids of it', async () => {
  const first = await ask(ann, 230);
  const second = at(240, { replaces: first });
  await ann.post('/ask', second);
  await ann.post('/ask', at(238, { replaces: second.id }));
  const rules = [first, second.id].map((id, index) => ({ id, floor: 211 + index }));
  const { answers } = (await ann.post('/price-rules', { rules })).json<{ answers: object[] }>();
  expect(answers).toMatchObject([{ answer: expect.any(String) }, { answer: expect.any(String) }]);
  expect(await ruleOf(ann)).toMatchObject({ floor: 212 });
  expect(await setRule(ann, first, null)).toMatchObject({ answer: expect.any(String) });
  expect(await ruleOf(ann)).toBeUndefined();
});

it('does not pass to an ask that replaces nothing', async () => {
  const first = await ask(ann, 230, 210);
  await ask(ann, 240);
  await ann.post('/deleteAsk', { id: first });
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([240]);
});

it('ends, and gets another floor, by the new id of an ask at once', async () => {
  const ended = await ask(ann, 230, 210);
  const raised = await ask(buyer, 230, 210);
  await ann.post('/changeOrder', { id: ended, price: 240 });
  await buyer.post('/changeOrder', { id: raised, price: 241 });
  expect(await setRule(ann, changedOrderId(ended, 240_00), null)).toMatchObject({
    answer: expect.any(String),
  });
  expect(await setRule(buyer, changedOrderId(raised, 241_00), 238)).toMatchObject({
    answer: expect.any(String),
  });
  await ask(bob, 235);
  await pass(TEN_MINUTES);
  await work();
  expect([await prices(ann), await prices(buyer)]).toEqual([[240], [241]]);
  expect(await ruleOf(ann)).toBeUndefined();
  expect(await ruleOf(buyer)).toMatchObject({ floor: 238 });
});

it('cannot be changed while a server looks at it, which might set a price by the old floor', async () => {
  const id = await ask(ann, 230, 210);
  await claimRules(market.database.pool, 100);
  for (const floor of [220, null]) {
    expect((await ann.post('/price-rules', { rules: [{ id, floor }] })).statusCode).toBe(503);
  }
  expect(await ruleOf(ann)).toMatchObject({ floor: 210 });
  await pass(60_000);
  expect(await setRule(ann, id, 220)).toMatchObject({ answer: expect.any(String) });
});

it('is removed with its ask by any of the ids that the ask has had', async () => {
  const id = await ask(ann, 230, 210);
  await ask(bob, 225);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([224]);
  const removed = { text: `Your ask of 224$ for ${name}, size 9 was removed.` };
  expect((await ann.post('/deleteAsk', { id })).body).toContain(removed.text);
  expect(await prices(ann)).toEqual([]);
  expect((await ann.post('/deleteAsk', { id })).body).toContain(removed.text);
});

it('several servers change a price once, and one goes on where another has ended', async () => {
  await ask(ann, 230, 210);
  await ask(bob, 225);
  await pass(TEN_MINUTES);
  await market.consumeFeed();
  let isSubmitted = false;
  /** A server that ends once the price has changed, before it has noted that. */
  const ending = new PriceRules({
    pool: market.database.pool,
    keys: { admitRules: async (_key, rules) => rules.map(() => null) },
    changedOrderId,
    async change({ seq, userId, productId, size, orderId, priceCents }) {
      await market.engine.submit({
        kind: 'placement',
        call: 'ask',
        userId,
        productId,
        size,
        orderId,
        priceCents,
        replacedSeq: seq,
        isChange: true,
        isByRule: true,
      });
      isSubmitted = true;
      throw new Error('The process is gone.');
    },
    onFailure: () => {},
  });
  await ending.work();
  expect(isSubmitted).toBe(true);
  await work([market.priceRules, second.priceRules]);
  expect(await prices(ann)).toEqual([224]);
  // Its lease ends, and others find the changed ask.
  await pass(60_000);
  await work([market.priceRules, second.priceRules, market.priceRules]);
  expect(await prices(ann)).toEqual([224]);
  expect(await ruleOf(ann)).toMatchObject({ state: 'lowest' });
  const { rows } = await market.database.pool.query<{ count: number }>(
    `select count(*)::int from orders where user_id = $1`,
    [ann.uid],
  );
  expect(rows).toEqual([{ count: 2 }]);
});

it('says why a price was refused, and tries again ten minutes later', async () => {
  await ask(ann, 230, 210);
  await ask(bob, 225);
  await pass(TEN_MINUTES);
  const setPayout = (payout: string | null) =>
    market.database.pool.query('update accounts set payout = $2 where user_id = $1', [ann.uid, payout]);
  await setPayout(null);
  await work();
  expect(await ruleOf(ann)).toMatchObject({ state: 'waits', refusal: expect.stringMatching(/payout/) });
  await setPayout('PAYPAL');
  await work();
  expect(await prices(ann)).toEqual([230]);
  await pass(TEN_MINUTES);
  await work();
  expect(await prices(ann)).toEqual([224]);
});

it('is refused for orders of others and bids, twice for an ask, and below a dollar', async () => {
  const id = await ask(ann, 230);
  expect(await setRule(bob, id, 210)).toMatchObject({ problem: { code: 'unknown-order' } });
  const bid = at(100);
  await ann.post('/bid', bid);
  expect(await setRule(ann, bid.id, 90)).toMatchObject({ problem: { code: 'unknown-order' } });
  const twice = { rules: [id, id].map((one) => ({ id: one, floor: 210 })) };
  expect((await ann.post('/price-rules', twice)).statusCode).toBe(422);
  expect((await ann.post('/price-rules', { rules: [{ id, floor: 0.5 }] })).statusCode).toBe(422);
  expect(await ruleOf(ann)).toBeUndefined();
});

it('of a key is within its limits when it is set, so all its later prices are', async () => {
  const [theirs, dearer] = [await ask(ann, 230), await ask(ann, 240)];
  const [productId] = await buildProducts(market.database, [`Air ${randomUUID()}`]);
  const makeKey = async (limits: object) => {
    const none = { maxOrder: null, maxDay: null, side: null, products: null, addresses: null, days: null };
    const made = await ann.post('/keys/make', { name: 'Bot', scopes: ['trade'], ...none, ...limits });
    return made.json<{ text: string }>().text;
  };
  const post = (key: string, path: string, payload: object) =>
    market.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${key}` },
      payload,
    });
  const sets = async (key: string, floors: Record<string, number | null>): Promise<string | string[]> => {
    const rules = Object.entries(floors).map(([id, floor]) => ({ id, floor }));
    const { answers, code } = (await post(key, '/price-rules', { rules })).json();
    return code ?? answers.map((each: CommandAnswer) => ('answer' in each ? 'set' : each.problem.code));
  };
  const placedToday = async () =>
    (await ann.get('/keys')).json<{ keys: OwnKey[] }>().keys.map((key) => key.placedToday);

  const scopes = ['read', 'sell', 'money'];
  expect(await sets(await makeKey({ scopes }), { [theirs]: 210 })).toBe('missing-scope');
  expect(await sets(await makeKey({ side: 'bid' }), { [theirs]: 210 })).toEqual(['key-limit']);
  expect(await sets(await makeKey({ products: [productId] }), { [theirs]: 210 })).toEqual(['key-limit']);
  // Whatever its floor is, its first price may be 239$.
  const small = await makeKey({ maxOrder: 235 });
  expect(await sets(small, { [dearer]: 210, [theirs]: 210 })).toEqual(['key-limit', 'set']);
  expect(await sets(small, { [dearer]: null })).toEqual(['set']);

  // It counts once for the day. An ask that the key has placed is counted already.
  const daily = await makeKey({ maxDay: 400 });
  expect(await sets(daily, { [theirs]: 210, [dearer]: 210 })).toEqual(['set', 'key-limit']);
  expect(await sets(daily, { [theirs]: 220, [dearer]: null })).toEqual(['set', 'set']);
  const mine = at(150);
  expect((await post(daily, '/ask', mine)).statusCode).toBe(200);
  expect(await sets(daily, { [mine.id]: 140 })).toEqual(['set']);
  expect(await placedToday()).toContain(380);
  // Two ids of one ask count once.
  const later = at(15, { replaces: mine.id });
  expect((await ann.post('/ask', later)).statusCode).toBe(200);
  expect(await sets(daily, { [mine.id]: 11, [later.id]: 12 })).toEqual(['set', 'set']);
  expect(await placedToday()).toContain(395);
});

it('tells the drop copy why an ask was replaced', async () => {
  await ann.get('/me/events');
  await ask(ann, 230, 210);
  await ask(bob, 225);
  await pass(TEN_MINUTES);
  await work();
  await market.consumeFeed();
  const { events } = (await ann.get('/me/events?after=0')).json<{ events: object[] }>();
  expect(events).toMatchObject([
    { status: 'open', price: 230 },
    { status: 'open', price: 224, reason: null },
    { status: 'cancelled', price: 230, reason: 'price-rule' },
  ]);
});

it('a claimed rule waits for its server until the lease ends', async () => {
  await ask(ann, 230, 210);
  const { pool } = market.database;
  expect((await claimRules(pool, 100)).map(({ userId }) => userId)).toContain(ann.uid);
  expect(await claimRules(pool, 100)).toEqual([]);
  await pass(60_000);
  expect((await claimRules(pool, 100)).map(({ userId }) => userId)).toContain(ann.uid);
});
