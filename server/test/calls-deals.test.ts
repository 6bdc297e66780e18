import { randomUUID } from 'node:crypto';
import type { DealRow, OwnDeal } from '@perkex/contract/deals.js';
import type { UserData } from '@perkex/contract/user-data.js';
import { userExportSchema } from '@perkex/contract/user-export.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { EXAMPLE_ADDRESS } from '../src/deals/deal-settings.js';
import { takeStep } from '../src/deals/take-step.js';
import { missedRemovals } from '../src/orders/missed-removals.js';
import { perkex } from './cli-process.js';
import { fact, NO_HOLIDAYS } from './deals.js';
import { buildProducts } from './market.js';
import { tradeWithDeal } from './market-deals.js';
import {
  buildTestApp,
  buildTrader,
  PUBLIC_URL,
  SHIPPING,
  type TestUser,
  useSoundMarket,
} from './test-app.js';

const NAME = 'Dealt Runner';
const STEP = '/deals/step';
const DAY_MS = 86_400_000;
const SHIP_TO = ['PerkeX Intake', '12 Example Street'];
const TRACKING = CARRIER_FACTS.ups.example;

/** Each trade has a size of its own. */
const SIZES = Array.from({ length: 60 }, (_, index) => String(1 + index / 2));

let database: Database;
const market = useSoundMarket({ payments: { provider: 'play' }, shipTo: SHIP_TO });
let seller: TestUser;
let buyer: TestUser;
let key: DealKey;
let tradeCount = 0;
/** The size of the last trade. */
let size: string;
/** The bodies of all answers, by user. */
const answers = new Map<string, string[]>();

beforeAll(async () => {
  ({ database } = market);
  // The tests cause the outcomes of calls themselves.
  await market.jobs.stop();
  await buildProducts(database, [NAME], SIZES);
  seller = listened(await buildTrader(market, 'sally.seller@shop.example'));
  buyer = listened(await buildTrader(market, 'bert.buyer@shop.example'));
  await seller.post('/shipping', { ...SHIPPING, name: 'Sally', surname: 'Sellerson', street: 'Sellers Row' });
  await buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street: 'Buyers Lane' });
});

beforeEach(async () => {
  key = await trade();
});

/** A user whose answers about deals are remembered. */
function listened(user: TestUser): TestUser {
  const bodies: string[] = [];
  answers.set(user.uid, bodies);
  const remember = async (path: string, answer: Promise<Response>) => {
    if (path.startsWith('/deals') || path === '/export') {
      bodies.push((await answer).body);
    }
    return answer;
  };
  return {
    ...user,
    get: (path) => remember(path, user.get(path)),
    post: (path, body, more) => remember(path, user.post(path, body, more)),
  };
}

/** A new trade with its deal, taken by the buyer. */
function trade(from = seller, to = buyer): Promise<DealKey> {
  size = SIZES[tradeCount++] ?? '';
  return tradeWithDeal(market, { seller: from, buyer: to }, { name: NAME, size });
}

async function happen(
  events: readonly (readonly ['clock' | 'provider' | 'member', DealEvent])[],
  nowMs = Date.now(),
): Promise<void> {
  for (const [kind, event] of events) {
    await transaction(database.pool, async (tx) => {
      const result = await takeStep(tx, key, fact(kind, event), { nowMs, holidays: NO_HOLIDAYS });
      expect(result?.kind, event.type).toBe('stepped');
    });
  }
}

const CHOICES = ['choose-refund', 'choose-wait', 'choose-lowest-ask'];

const PAID = [
  ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
  ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
] as const;

async function read(user: TestUser): Promise<OwnDeal> {
  return (await user.get(`/deals/${key.id}`)).json<OwnDeal>();
}

/** Takes a step at the current version, unless `more` names another. */
async function take(user: TestUser, step: object, more: object = {}): Promise<Response> {
  const { version } = await read(user);
  return user.post(STEP, { deal: key.id, id: randomUUID(), version, step, ...more });
}

const codeOf = (answer: Response) => [answer.statusCode, answer.json<{ code: string }>().code];
const eventsOf = ({ timeline }: OwnDeal) => timeline.map(({ event }) => event);
const listOf = async (user: TestUser, query: string) =>
  (await user.get(`/deals?${query}`)).json<{ deals: DealRow[]; next: string | null }>();

describe('until deals have started', () => {
  it('there are no calls for them, and the documentation has none', async () => {
    const without = await buildTestApp();
    const user = await buildTrader(without);
    const nowhere = await user.get('/no-such-call');
    const { requestId: _, ...expected } = nowhere.json();
    const body = { deal: key.id, id: randomUUID(), version: 0, step: { type: 'undo' } };
    for (const answer of [
      await user.get('/deals?party=buyer'),
      await user.get(`/deals/${key.id}`),
      await user.post(STEP, body),
      await without.app.inject(`/api/deals/${key.id}`),
    ]) {
      expect([answer.statusCode, answer.json()]).toMatchObject([404, expected]);
    }
    const { paths } = (await without.app.inject('/api/openapi.json')).json<{ paths: object }>();
    expect(Object.keys(paths).filter((path) => path.includes('deals'))).toEqual([]);
    await without.close();
  });
});

describe('a deal', () => {
  it('has the time of the trade, the deadline, and the steps that its user may take', async () => {
    expect(await read(buyer)).toMatchObject({
      id: key.id,
      productId: key.productId,
      name: NAME,
      styleCode: null,
      size,
      price: 200,
      total: 216,
      party: 'buyer',
      state: 'unpaid',
      version: 0,
      dueAt: expect.stringMatching(/^\d{4}-/),
      steps: ['undo'],
      cancellation: null,
      isOverdue: false,
      penalty: null,
      money: [],
      timeline: [{ version: 0, event: 'trade', by: 'buyer', state: 'unpaid' }],
    });
    expect(await read(seller)).toMatchObject({ party: 'seller', total: 165, steps: [] });
  });

  it('shows each party their own money and the events that concern them', async () => {
    await happen([...PAID, ['member', { type: 'receive' }], ['member', { type: 'pass' }]]);
    await happen([['clock', { type: 'start-payout', nettedCents: 0 }]]);
    const [ofBuyer, ofSeller] = [await read(buyer), await read(seller)];
    expect(ofBuyer.money).toEqual([{ kind: 'paid', amount: 216 }]);
    expect(ofSeller.money).toEqual([{ kind: 'payout-on-its-way', amount: 165 }]);
    const shared = ['trade', 'payment-held', 'receive', 'pass'];
    expect([eventsOf(ofBuyer), eventsOf(ofSeller)]).toEqual([shared, shared]);
    await happen([['provider', { type: 'payout-done', callVersion: 5 }]]);
    expect(eventsOf(await read(buyer))).toEqual(shared);
    expect(eventsOf(await read(seller))).toEqual([...shared, 'payout-done']);
    expect((await read(seller)).money).toEqual([{ kind: 'paid-out', amount: 165 }]);
  });

  it('has the address to ship to for its seller, from the payment until the pair is shipped', async () => {
    const addresses = async () => [(await read(seller)).shipTo, (await read(buyer)).shipTo];
    expect(await addresses()).toEqual([null, null]);
    await happen(PAID);
    expect(await addresses()).toEqual([SHIP_TO, null]);
    await take(seller, { type: 'ship', carrier: 'ups', trackingNumber: TRACKING });
    expect(await addresses()).toEqual([null, null]);
  });

  it('has that address for its buyer while a return is awaited', async () => {
    const members = ['receive', 'pass', 'send'] as const;
    await happen([...PAID, ...members.map((type) => ['member', { type }] as const)]);
    await take(buyer, { type: 'report-arrived' });
    await take(buyer, { type: 'claim', problem: 'damaged', reason: 'A cut.' });
    expect((await read(buyer)).shipTo).toBeNull();
    await happen([['member', { type: 'request-return' }]]);
    expect([(await read(buyer)).shipTo, (await read(seller)).shipTo]).toEqual([SHIP_TO, null]);
    await happen([['clock', { type: 'return-overdue' }]], Date.now() + 15 * DAY_MS);
    expect(await read(buyer)).toMatchObject({ shipTo: SHIP_TO, isOverdue: true, state: 'delivered' });
    await happen([['member', { type: 'receive' }]]);
    expect(await read(buyer)).toMatchObject({ shipTo: null, isOverdue: false });
  });

  it('has an example address on a demonstration market, and none on others that have not set it', async () => {
    await happen(PAID);
    for (const [isDemo, expected] of [
      [true, EXAMPLE_ADDRESS],
      [false, null],
    ] as const) {
      const other = await buildTestApp({ database, isDemo, payments: { provider: 'play' } });
      const headers = { cookie: seller.cookie };
      const answer = await other.app.inject({ url: `/api/deals/${key.id}`, headers });
      expect(answer.json<OwnDeal>().shipTo).toEqual(expected);
      await other.close();
    }
  });

  it('of other users, and one that does not exist, is unknown', async () => {
    const stranger = await buildTrader(market);
    for (const user of [stranger, buyer]) {
      const id = user === stranger ? key.id : randomUUID();
      expect(codeOf(await user.get(`/deals/${id}`))).toEqual([404, 'unknown-deal']);
      const body = { deal: id, id: randomUUID(), version: 0, step: { type: 'undo' } };
      expect(codeOf(await user.post(STEP, body))).toEqual([404, 'unknown-deal']);
    }
    expect(await listOf(stranger, 'party=buyer')).toEqual({ deals: [], next: null });
    expect(codeOf(await buyer.get('/deals/nonsense'))).toEqual([422, 'invalid-body']);
  });
});

describe('the list of deals', () => {
  it('has those of one side and group, newest first, page by page', async () => {
    const [from, to] = [await buildTrader(market), await buildTrader(market)];
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      key = await trade(from, to);
      ids.unshift(key.id);
    }
    const first = await listOf(to, 'party=buyer&limit=2');
    expect(first.deals.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.deals[0]).toMatchObject({ name: NAME, state: 'unpaid', total: 216, steps: ['undo'] });
    const last = await listOf(to, `party=buyer&limit=2&before=${first.next}`);
    expect([last.deals.map(({ id }) => id), last.next]).toEqual([ids.slice(2), null]);
    expect((await listOf(from, 'party=seller')).deals).toHaveLength(3);
    expect((await listOf(from, 'party=buyer')).deals).toEqual([]);
    expect((await listOf(to, 'party=buyer&group=history')).deals).toEqual([]);
    await take(to, { type: 'undo' });
    expect((await listOf(to, 'party=buyer&group=history')).deals).toMatchObject([
      { id: key.id, state: 'cancelled' },
    ]);
    expect((await listOf(to, 'party=buyer')).deals.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('keeps a deal in progress as long as its money or its penalty is open', async () => {
    const before = (await listOf(seller, 'party=seller&limit=100')).deals.length;
    await happen(PAID);
    await happen([['clock', { type: 'deadline-passed' }]], Date.now() + 10 * DAY_MS);
    expect(await read(buyer)).toMatchObject({ state: 'cancelled', steps: CHOICES });
    expect(await read(seller)).toMatchObject({
      penalty: { state: 'pending', amount: 30 },
      steps: ['appeal'],
    });
    expect((await listOf(seller, 'party=seller&limit=100')).deals).toHaveLength(before);
    await take(seller, { type: 'appeal', reason: 'The carrier was on strike.' });
    await take(buyer, { type: 'choose-refund' });
    const { version } = await read(buyer);
    await happen([['provider', { type: 'refund-done', callVersion: version }]]);
    expect((await listOf(buyer, 'party=buyer')).deals[0]?.id).toBe(key.id);
    await happen([['member', { type: 'waive-penalty' }]]);
    expect((await listOf(buyer, 'party=buyer&group=history')).deals.map(({ id }) => id)).toContain(key.id);
  });

  it('is reached from the past trades, which name their deals', async () => {
    const { sales } = (await seller.get(`/getUserData/${seller.uid}`)).json<UserData>();
    const { purchases } = (await buyer.get(`/getUserData/${buyer.uid}`)).json<UserData>();
    expect([sales.at(-1)?.deal, purchases.at(-1)?.deal]).toEqual([key.id, key.id]);
  });

  it('refuses another side, group or limit', async () => {
    for (const query of ['', 'party=maker', 'party=buyer&group=all', 'party=buyer&limit=101']) {
      expect(codeOf(await buyer.get(`/deals?${query}`))).toEqual([422, 'invalid-body']);
    }
  });
});

describe('a choice', () => {
  beforeEach(() => happen([...PAID, ['member', { type: 'cancel' }]]));

  it('of the lowest ask names its price, and the same request with another price is another step', async () => {
    expect((await read(buyer)).steps).toEqual(CHOICES);
    const body = {
      deal: key.id,
      id: randomUUID(),
      version: 3,
      step: { type: 'choose-lowest-ask', price: 210 },
    };
    for (const answer of [await buyer.post(STEP, body), await buyer.post(STEP, body)]) {
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { version: 4, steps: [] }]);
    }
    const other = await buyer.post(STEP, { ...body, step: { ...body.step, price: 211 } });
    expect(codeOf(other)).toEqual([409, 'id-reused']);
    const { rows } = await database.pool.query(
      'select call, price_cents from replacement_orders where deal_id = $1',
      [key.id],
    );
    expect(rows).toEqual([{ call: 'buy', price_cents: 210_00 }]);
  });

  it('of the lowest ask needs a price in whole dollars', async () => {
    for (const price of [0, 1.5, 1_000_001]) {
      const answer = await take(buyer, { type: 'choose-lowest-ask', price });
      expect(codeOf(answer)).toEqual([422, 'invalid-price']);
    }
  });

  it('belongs to the buyer', async () => {
    for (const step of [{ type: 'choose-wait' }, { type: 'choose-lowest-ask', price: 200 }]) {
      expect((await take(seller, step)).json()).toMatchObject({ deal: { reason: 'not-yours', steps: [] } });
    }
  });
});

describe('a step', () => {
  it('is taken once, however often and however fast it is sent', async () => {
    const body = { deal: key.id, id: randomUUID(), version: 0, step: { type: 'undo' } };
    const sent = await Promise.all([1, 2, 3].map(() => buyer.post(STEP, body)));
    const again = await buyer.post(STEP, body);
    for (const answer of [...sent, again]) {
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'cancelled', version: 1 }]);
    }
    expect(eventsOf(await read(buyer))).toEqual(['trade', 'undo']);
    const other = await buyer.post(STEP, { ...body, step: { type: 'confirm' } });
    expect(codeOf(other)).toEqual([409, 'id-reused']);
  });

  it('that the state does not allow gets the state and what is possible', async () => {
    const answer = await take(buyer, { type: 'confirm' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'step-refused',
        detail: 'This is not possible at this point of the deal.',
        deal: { reason: 'wrong-state', state: 'unpaid', version: 0, steps: ['undo'] },
      },
    ]);
    const ofOther = await take(seller, { type: 'undo' });
    expect(ofOther.json()).toMatchObject({ code: 'step-refused', deal: { reason: 'not-yours', steps: [] } });
    expect(await read(buyer)).toMatchObject({ version: 0 });
  });

  it('of the one who acts second is refused as stale', async () => {
    await happen(PAID);
    const { version } = await read(seller);
    const both = await Promise.all([
      take(seller, { type: 'extend' }, { version }),
      take(buyer, { type: 'undo' }, { version }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'step-refused',
      deal: { reason: 'stale', version: version + 1 },
    });
  });

  it('ships with a tracking number of its carrier, which only the seller sees', async () => {
    await happen(PAID);
    const wrong = await take(seller, { type: 'ship', carrier: 'ups', trackingNumber: '12345' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      422,
      { code: 'invalid-tracking-number', detail: expect.stringContaining(TRACKING) },
    ]);
    const step = { type: 'ship', carrier: 'ups', trackingNumber: '1z 999 aa1 01 2345 6784' };
    const shipped = await take(seller, step);
    expect(shipped.json<OwnDeal>()).toMatchObject({ state: 'shipped' });
    expect(shipped.json<OwnDeal>().timeline.at(-1)).toMatchObject({
      event: 'ship',
      details: { carrier: 'ups', trackingNumber: TRACKING, problem: null, reason: null },
    });
    expect((await read(buyer)).timeline.at(-1)).toMatchObject({ event: 'ship', details: null });
    const { stdout } = await perkex(database, 'deal', `${key.productId}/${key.id}`);
    expect(stdout).toContain(`version 3: ups ${TRACKING}`);
    const exported = userExportSchema.parse((await seller.get('/export')).json());
    expect(JSON.stringify(exported.deals)).toContain(TRACKING);
    expect(JSON.stringify((await buyer.get('/export')).json())).not.toContain(TRACKING);
  });

  it('can be an objection, and then an appeal, each with a reason for the desk', async () => {
    await happen([...PAID, ['member', { type: 'receive' }], ['member', { type: 'fail' }]]);
    expect((await read(seller)).steps).toEqual(['accept-verdict', 'object']);
    expect(codeOf(await take(seller, { type: 'object' }))).toEqual([422, 'invalid-body']);
    await take(seller, { type: 'object', reason: 'The box is from another season.' });
    await transaction(database.pool, (tx) =>
      takeStep(
        tx,
        key,
        { event: { type: 'fail' }, actor: { kind: 'member', id: 'bob' }, seenVersion: null },
        { nowMs: Date.now(), holidays: NO_HOLIDAYS },
      ),
    );
    expect((await read(seller)).steps).toEqual(['appeal']);
    const appealed = await take(seller, { type: 'appeal', reason: 'Please compare the receipt.' });
    expect(appealed.json<OwnDeal>().penalty).toEqual({ state: 'appealed', amount: 30 });
    expect((await read(buyer)).penalty).toBeNull();
    expect((await take(buyer, { type: 'choose-refund' })).json<OwnDeal>().money).toEqual([
      { kind: 'paid', amount: 216 },
      { kind: 'refund-on-its-way', amount: 216 },
    ]);
  });

  it('can be a report, a claim or a confirmation of a delivered pair', async () => {
    await happen([...PAID, ['member', { type: 'receive' }], ['member', { type: 'pass' }]]);
    await happen([['member', { type: 'send' }]]);
    expect((await read(buyer)).steps).toEqual(['report-arrived', 'report-missing']);
    expect((await take(buyer, { type: 'report-missing' })).json<OwnDeal>().steps).toEqual(['report-arrived']);
    await take(buyer, { type: 'report-arrived' });
    expect((await read(buyer)).steps).toEqual(['confirm', 'claim']);
    const reason = 'The left shoe has a cut. Bert Buyerson';
    await take(buyer, { type: 'claim', problem: 'damaged', reason });
    expect((await read(buyer)).timeline.at(-1)?.details).toMatchObject({ problem: 'damaged', reason });
    expect(await read(seller)).toMatchObject({ state: 'delivered', steps: [] });
    await happen([['member', { type: 'refuse-claim' }]]);
    expect((await read(buyer)).state).toBe('delivered');
  });

  it('undoes two trades in 30 days at most, also of several at once', async () => {
    const [from, to] = [await buildTrader(market), await buildTrader(market)];
    const keys: DealKey[] = [];
    for (let count = 0; count < 4; count += 1) {
      keys.push(await trade(from, to));
    }
    const undone = await Promise.all(
      keys.map(({ id: deal }) =>
        to.post(STEP, { deal, id: randomUUID(), version: 0, step: { type: 'undo' } }),
      ),
    );
    expect(undone.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409]);
    const refused = undone.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ deal: { reason: 'undo-limit', steps: [] } });
    const open = (await listOf(to, 'party=buyer')).deals;
    expect(open.map(({ steps }) => steps)).toEqual([[], []]);
  });

  it('undoes a sale whose seller removed the ask just as it traded', async () => {
    const { rows } = await database.pool.query<{ id: string; size: string; seq: number }>(
      `select order_id as id, size, seq from orders where side = 'ask' order by accepted_at desc limit 1`,
    );
    const [ask] = rows;
    expect((await read(seller)).steps).not.toContain('undo');
    expect((await seller.post('/deleteAsk', { id: ask?.id })).json().code).toBe('already-traded');
    expect((await read(seller)).steps).toContain('undo');
    await happen([['clock', { type: 'pay', method: 'card', carriedCents: 0 }]]);
    expect((await take(seller, { type: 'undo' })).statusCode).toBe(200);
    expect(await read(buyer)).toMatchObject({ state: 'cancelled', cancellation: 'undone', steps: [] });
  });

  it('undoes no sale whose ask its seller removed later', async () => {
    const { id } = await trade();
    await transaction(database.pool, async (tx) => {
      const note = async (seconds: number) => {
        const { rows } = await tx.query<{ size: string; askSeq: number; isMissed: boolean }>(
          `update trades set traded_at = now() - make_interval(secs => $2), is_removal_missed = false where id = $1
           returning size, ask_seq as "askSeq"`,
          [id, seconds],
        );
        const { size, askSeq: seq } = rows[0]!;
        await missedRemovals(tx)(seller.uid, { productId: key.productId, size, seq });
        const noted = await tx.query('select is_removal_missed from trades where id = $1', [id]);
        return noted.rows[0].is_removal_missed;
      };
      expect([await note(9), await note(11)]).toEqual([true, false]);
      await tx.query('rollback');
      await tx.query('begin');
    });
  });

  it('needs the session, the user and the origin of every other change', async () => {
    const body = { deal: key.id, id: randomUUID(), version: 0, step: { type: 'undo' } };
    const payload = { uid: buyer.uid, ...body };
    const url = `/api${STEP}`;
    expect(codeOf(await market.app.inject({ method: 'POST', url, payload }))).toEqual([401, 'not-signed-in']);
    expect(codeOf(await seller.post(STEP, { ...body, uid: buyer.uid }))).toEqual([403, 'not-yours']);
    const headers = { cookie: buyer.cookie, origin: 'https://evil.example' };
    expect(codeOf(await market.app.inject({ method: 'POST', url, headers, payload }))).toEqual([
      403,
      'foreign-origin',
    ]);
    expect(PUBLIC_URL).not.toBe(headers.origin);
    expect((await read(buyer)).version).toBe(0);
  });

  it.each([
    ['of the desk', { type: 'pass' }],
    ['with a field of another', { type: 'undo', reason: 'None' }],
    ['without its parcel', { type: 'ship' }],
    ['without its price', { type: 'choose-lowest-ask' }],
    ['with a price as text', { type: 'choose-lowest-ask', price: '210' }],
    ['by an unknown carrier', { type: 'ship', carrier: 'pigeon', trackingNumber: '1' }],
    ['with an empty reason', { type: 'claim', problem: 'damaged', reason: ' ' }],
  ])('%s is invalid', async (_name, step) => {
    expect(codeOf(await take(buyer, step))).toEqual([422, 'invalid-body']);
  });
});

it('no answer of these tests names the other user, or their words', () => {
  const ofSeller = [seller.uid, 'sally.seller', 'Sally', 'Sellerson', 'Sellers Row', TRACKING, 'strike'];
  const ofBuyer = [buyer.uid, 'bert.buyer', 'Bert', 'Buyerson', 'Buyers Lane', 'left shoe'];
  const leaks = (user: TestUser, words: readonly string[]) =>
    (answers.get(user.uid) ?? []).flatMap((body) => words.filter((word) => body.includes(word)));
  expect(answers.get(buyer.uid)?.length).toBeGreaterThan(20);
  expect([leaks(buyer, ofSeller), leaks(seller, ofBuyer)]).toEqual([[], []]);
});
