import { randomUUID } from 'node:crypto';
import type { OwnDeal } from '@perkex/contract/deals.js';
import type { Desk, DeskDeal, DeskPaper, DeskSearch } from '@perkex/contract/desk.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { Role } from '@perkex/contract/roles.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountErasures } from '../src/accounts/account-erasures.js';
import { deleteRemains } from '../src/accounts/erasure-remains.js';
import type { Database } from '../src/database/connect.js';
import { transaction } from '../src/database/transaction.js';
import { parcelFacts } from '../src/deals/parcel-facts.js';
import { takeStep } from '../src/deals/take-step.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import { grantRole, revokeRole } from '../src/users/members.js';
import { perkex } from './cli-process.js';
import { fact, NO_HOLIDAYS } from './deals.js';
import {
  addSecondFactor,
  buildMember,
  happen,
  PARCEL,
  payAndShip,
  problemOf,
  readAs,
  saidBy,
  type TestPair,
  TRACKING,
  takeAs,
  trade,
} from './desk-market.js';
import { buildProducts } from './market.js';
import { takePartyStep } from './market-deals.js';
import {
  buildTestApp,
  buildTrader,
  PASSWORD,
  PUBLIC_URL,
  SHIPPING,
  signUp,
  type TestUser,
  useSoundMarket,
} from './test-app.js';
import { useWebBuild } from './web-build.js';

const NAME = 'Desk Runner';
const DAY_MS = 86_400_000;
/** Each trade has a size of its own. */
const SIZES = Array.from({ length: 40 }, (_, index) => String(1 + index / 2));

let database: Database;
const web = useWebBuild();
const market = useSoundMarket(async () => ({ payments: { provider: 'play' }, pages: await web.build() }));
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let pair: TestPair;
let key: TestPair['key'];
let code: string;
let tradeCount = 0;

beforeAll(async () => {
  ({ database } = market);
  // The tests cause the outcomes of calls themselves.
  await market.jobs.stop();
  await buildProducts(database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally.seller@shop.example');
  buyer = await buildTrader(market, 'bert.buyer@shop.example');
  await buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street: 'Buyers Lane' });
  ann = await member('ann', 'admin');
});

beforeEach(async () => {
  pair = await trade(market, { seller, buyer }, { name: NAME, size: SIZES[tradeCount++] ?? '' });
  ({ key, code } = pair);
});

const member = (name: string, role: Role) => buildMember(market, name, role);
const ship = () => payAndShip(market, pair, seller);
const read = (user = ann) => readAs(user, pair);

const take = (user: TestUser, step: string) => takeAs(user, pair, step);

const queueOf = async (user: TestUser, queue: string) => {
  const { queues } = (await user.get('/desk')).json<Desk>();
  const listed = (await user.get(`/desk/deals?queue=${queue}`)).json<{ deals: { code: string }[] }>();
  return {
    count: queues.find((each) => each.queue === queue)?.count,
    codes: listed.deals.map((deal) => deal.code),
  };
};

async function deletes(user: TestUser): Promise<void> {
  expect((await user.post('/auth/account/delete', { password: PASSWORD })).statusCode).toBe(200);
}

/** Completes the erasure of all deleted accounts, and deletes what may be deleted of their remains. */
async function endErasures(): Promise<void> {
  const { pool } = database;
  const errors: unknown[] = [];
  const onFailure = (error: unknown) => errors.push(error);
  await pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
  await new AccountErasures(pool, openOrderCanceller(pool, market.engine), onFailure).advance();
  expect((await pool.query('select from departures')).rowCount).toBe(0);
  await pool.query('update erasure_remains set look_at = now()');
  await deleteRemains(pool, { provider: null, pictures: market.pictures }, onFailure);
  expect(errors).toEqual([]);
}

async function keptNames(): Promise<string[]> {
  return (await database.pool.query('select name from erasure_remains')).rows.map(({ name }) => name);
}

describe('for everyone else', () => {
  it.each([
    ['GET', '/desk'],
    ['GET', '/desk/deals?queue=arriving'],
    ['GET', '/desk/deals/1-0000-0000-0000-0000-0'],
    ['POST', '/desk/step'],
    ['POST', '/desk/finance-step'],
  ] as const)('%s %s answers like any unknown address', async (method, path) => {
    const requests: Record<string, string>[] = [
      {},
      { cookie: buyer.cookie },
      { cookie: buyer.cookie, origin: 'https://elsewhere.example' },
    ];
    for (const headers of requests) {
      const payload = method === 'POST' ? { payload: { code, version: 0, step: 'receive' } } : {};
      const ask = (url: string) => market.app.inject({ method, url, headers, ...payload });
      expect(saidBy(await ask(`/api${path}`))).toEqual(saidBy(await ask('/api/no-such-address')));
    }
  });

  it('a page of the desk redirects like any unknown page', async () => {
    for (const path of ['/desk', `/desk/deals/${code}`]) {
      for (const headers of [{}, { cookie: buyer.cookie }]) {
        const ask = (url: string) => market.app.inject({ url, headers });
        expect(saidBy(await ask(path))).toEqual(saidBy(await ask('/no-such-page')));
      }
    }
    const own = await market.app.inject({ url: '/desk', headers: { cookie: ann.cookie } });
    expect(own.body).toContain('<title>Desk | PerkeX</title>');
  });

  it('without deals there is no desk', async () => {
    const without = await buildTestApp();
    const user = await signUp(without);
    expect(problemOf(await user.get('/desk'))).toEqual([404, 'not-found']);
    await without.close();
  });
});

describe('a member', () => {
  it('needs a second factor', async () => {
    const bob = await signUp(market, 'bob@shop.example');
    await transaction(database.pool, (tx) => grantRole(tx, bob.uid, { name: 'bob', role: 'desk' }, 'test'));
    expect(problemOf(await bob.get('/desk'))).toEqual([403, 'factor-needed']);
    await addSecondFactor(market, bob);
    expect((await bob.get('/desk')).json()).toMatchObject({ name: 'bob', role: 'desk' });
  });

  it('takes the steps of their role only', async () => {
    await ship();
    const dora = await member('dora', 'desk');
    const finn = await member('finn', 'finance');
    expect(problemOf(await take(finn, 'receive'))).toEqual([404, 'not-found']);
    expect(problemOf(await dora.post('/desk/finance-step', { code, version: 0, step: 'cancel' }))).toEqual([
      404,
      'not-found',
    ]);
    expect(await read(dora)).toMatchObject({ financeSteps: [] });
    expect(await read(finn)).toMatchObject({ deskSteps: [] });
    expect((await take(dora, 'receive')).statusCode).toBe(200);
  });

  it('finds the membership in their export', async () => {
    expect((await ann.get('/export')).json()).toMatchObject({ member: { name: 'ann', role: 'admin' } });
    expect((await buyer.get('/export')).json()).toMatchObject({ member: null });
  });

  it('loses the role at once, also on another server', async () => {
    const eve = await member('eve', 'admin');
    const other = await buildTestApp({ database, payments: { provider: 'play' } });
    const ask = async () =>
      (await other.app.inject({ url: '/api/desk', headers: { cookie: eve.cookie } })).statusCode;
    expect(await ask()).toBe(200);
    await transaction(database.pool, (tx) => revokeRole(tx, 'eve', 'test'));
    expect(await ask()).toBe(404);
    await other.close();
  });

  it('is refused requests of other websites', async () => {
    const answer = await market.app.inject({
      method: 'POST',
      url: '/api/desk/step',
      headers: { cookie: ann.cookie, origin: 'https://elsewhere.example' },
      payload: { uid: ann.uid, code, version: 0, step: 'receive' },
    });
    expect(problemOf(answer)).toEqual([403, 'foreign-origin']);
    expect(PUBLIC_URL).not.toContain('elsewhere');
  });

  it('whose account is erased leaves their name, which belongs to no other user', async () => {
    const zoe = await member('zoe', 'desk');
    expect((await zoe.post('/auth/account/delete', { password: 'a long password' })).statusCode).toBe(200);
    const { rows } = await database.pool.query(
      `select user_id, role, (select array_agg(member order by id) from desk_acts where subject = 'member/zoe') as by
       from members where name = 'zoe'`,
    );
    expect(rows).toEqual([{ user_id: null, role: null, by: ['test', 'the end of the account'] }]);
    const next = await signUp(market, 'zoe.two@shop.example');
    const grant = (name: string) =>
      transaction(database.pool, (tx) => grantRole(tx, next.uid, { name, role: 'desk' }, 'test'));
    expect(await grant('zoe')).toEqual({ kind: 'name-taken' });
  });
});

describe('a pair', () => {
  it('goes through the desk, from the parcel to the buyer', async () => {
    await ship();
    expect((await queueOf(ann, 'arriving')).codes).toContain(code);
    expect(await read()).toMatchObject({ state: 'shipped', sendTo: null });
    expect((await take(ann, 'receive')).json<DeskDeal>()).toMatchObject({ state: 'received' });
    expect((await queueOf(ann, 'arriving')).codes).not.toContain(code);
    expect((await queueOf(ann, 'to-verify')).codes).toContain(code);
    const passed = (await take(ann, 'pass')).json<DeskDeal>();
    expect(passed).toMatchObject({ state: 'verified', sendTo: expect.arrayContaining(['Bert Buyerson']) });
    const { count, codes } = await queueOf(ann, 'to-send');
    expect(codes).toContain(code);
    expect(count).toBe(codes.length);
    const sent = (await take(ann, 'send')).json<DeskDeal>();
    expect(sent).toMatchObject({ state: 'sent', sendTo: null });
    expect(sent.events.map(({ event, member }) => [event, member])).toEqual([
      ['trade', null],
      ['pay', null],
      ['payment-held', null],
      ['ship', null],
      ['receive', 'ann'],
      ['pass', 'ann'],
      ['send', 'ann'],
    ]);
    expect(sent.events[3]).toMatchObject({ carrier: 'ups', trackingNumber: '1Z999AA10123456784' });
    await take(ann, 'parcel-arrived');
    expect(await read()).toMatchObject({ state: 'delivered' });
  });

  it('of a deal that was cancelled on the way is sent back, like a rejected one', async () => {
    await ship();
    await happen(market, key, ['member', { type: 'cancel' }]);
    expect((await queueOf(ann, 'to-return')).codes).not.toContain(code);
    expect((await take(ann, 'receive')).statusCode).toBe(200);
    expect((await queueOf(ann, 'to-return')).codes).toContain(code);
    expect((await take(ann, 'return-pair')).statusCode).toBe(200);
    expect((await queueOf(ann, 'to-return')).codes).not.toContain(code);
  });

  it('that was lost, and arrives once its deal is closed, is sent back to the address of its seller', async () => {
    await ship();
    await happen(market, key, ['provider', { type: 'parcel-lost' }]);
    const { version } = (await buyer.get(`/deals/${key.id}`)).json<{ version: number }>();
    const step = { type: 'choose-refund' };
    await buyer.post('/deals/step', { deal: key.id, id: randomUUID(), version, step });
    await happen(
      market,
      key,
      ['member', { type: 'leave-loss' }],
      ['provider', { type: 'refund-done', callVersion: version + 1 }],
    );
    expect(await read()).toMatchObject({ state: 'closed', sendTo: null, deskSteps: ['receive'] });
    expect((await queueOf(ann, 'to-return')).codes).not.toContain(code);
    expect((await take(ann, 'receive')).json<DeskDeal>()).toMatchObject({
      state: 'closed',
      sendTo: expect.arrayContaining([`${SHIPPING.name} ${SHIPPING.surname}`]),
      deskSteps: ['return-pair'],
    });
    expect((await queueOf(ann, 'to-return')).codes).toContain(code);
    expect((await take(ann, 'return-pair')).json<DeskDeal>()).toMatchObject({
      state: 'closed',
      sendTo: null,
    });
    expect((await queueOf(ann, 'to-return')).codes).not.toContain(code);
  });

  it('goes to its buyer who has deleted their account, whose address is gone after the end of the deal', async () => {
    const leaving = await buildTrader(market, 'leo@shop.example');
    await leaving.post('/shipping', { ...SHIPPING, name: 'Leo', surname: 'Leaver' });
    pair = await trade(market, { seller, buyer: leaving }, { name: NAME, size: SIZES[tradeCount++] ?? '' });
    await ship();
    await deletes(leaving);
    expect((await take(ann, 'receive')).statusCode).toBe(200);
    expect((await take(ann, 'pass')).json<DeskDeal>()).toMatchObject({
      state: 'verified',
      sendTo: expect.arrayContaining(['Leo Leaver', 'Market Street 1']),
    });
    await endErasures();
    expect((await read()).sendTo).toContain('Leo Leaver');
    await happen(market, pair.key, ['clock', { type: 'start-payout', nettedCents: 0 }]);
    const { version } = await read();
    await happen(market, pair.key, ['provider', { type: 'payout-done', callVersion: version }]);
    await take(ann, 'send');
    await take(ann, 'parcel-arrived');
    await endErasures();
    expect(await keptNames()).toEqual(['Leo']);
    await transaction(database.pool, (tx) =>
      takeStep(tx, pair.key, fact('clock', { type: 'deadline-passed' }), {
        nowMs: Date.now() + 4 * DAY_MS,
        holidays: NO_HOLIDAYS,
      }),
    );
    expect(await read()).toMatchObject({ state: 'complete' });
    await endErasures();
    expect(await keptNames()).toEqual([]);
  });

  it('goes back to its seller who has deleted their account, also once the deal has ended', async () => {
    const leaving = await buildTrader(market, 'lou@shop.example');
    await leaving.post('/shipping', { ...SHIPPING, name: 'Lou', surname: 'Leaver' });
    pair = await trade(market, { seller: leaving, buyer }, { name: NAME, size: SIZES[tradeCount++] ?? '' });
    await payAndShip(market, pair, leaving);
    await deletes(leaving);
    await happen(market, pair.key, ['member', { type: 'cancel' }]);
    const { version } = (await buyer.get(`/deals/${pair.key.id}`)).json<{ version: number }>();
    const step = { type: 'choose-refund' };
    await buyer.post('/deals/step', { deal: pair.key.id, id: randomUUID(), version, step });
    await happen(market, pair.key, ['provider', { type: 'refund-done', callVersion: version + 1 }]);
    await endErasures();
    expect(await keptNames()).toEqual(['Lou']);
    await take(ann, 'receive');
    await endErasures();
    expect(await read()).toMatchObject({
      state: 'cancelled',
      sendTo: expect.arrayContaining(['Lou Leaver']),
      deskSteps: ['return-pair'],
    });
    expect((await take(ann, 'return-pair')).statusCode).toBe(200);
    await endErasures();
    expect(await keptNames()).toEqual([]);
  });

  it('is found by its code without hyphens, and by no other', async () => {
    expect((await ann.get(`/desk/deals/${code.replaceAll('-', '').toLowerCase()}`)).json()).toMatchObject({
      code,
    });
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    for (const other of [wrong, 'x', encodeURIComponent("' or 1=1")]) {
      expect(problemOf(await ann.get(`/desk/deals/${other}`))).toEqual([404, 'unknown-code']);
    }
  });

  it('is found by the number of its parcel, and with the newest first by the words of its product', async () => {
    await ship();
    const kim = await member('kira', 'desk');
    const found = async (search: string) =>
      (await kim.get(`/desk/search?search=${encodeURIComponent(search)}`)).json<DeskSearch>();
    const ofParcel = await found(' 1z999aa1-0123456784');
    expect(ofParcel).toMatchObject({ isTracked: true, hasMore: false });
    expect(ofParcel.deals.map((deal) => deal.code)).toContain(code);
    const ofProduct = await found('desk runner');
    expect(ofProduct).toMatchObject({
      isTracked: false,
      deals: expect.arrayContaining([{ ...ofProduct.deals[0], code }]),
    });
    expect(ofProduct.deals[0]?.code).toBe(code);
    for (const other of ['1Z999AA10123456785', 'no such shoe', "' or 1=1", '%%']) {
      expect(await found(other)).toEqual({ deals: [], isTracked: false, hasMore: false });
    }
    expect(problemOf(await kim.get('/desk/search?search=x'))).toEqual([422, 'invalid-body']);
  });

  it('that failed is judged again by another member only', async () => {
    await ship();
    await take(ann, 'receive');
    await take(ann, 'fail');
    await takePartyStep(seller, key, { type: 'object', reason: 'It is new.' });
    expect((await queueOf(ann, 'objections')).codes).toContain(code);
    expect(await read()).toMatchObject({ deskSteps: [] });
    expect(problemOf(await take(ann, 'pass'))).toEqual([409, 'already-reviewed']);
    const kim = await member('kim', 'desk');
    expect(await read(kim)).toMatchObject({ deskSteps: expect.arrayContaining(['pass', 'fail']) });
    expect((await take(kim, 'fail')).json()).toMatchObject({ state: 'rejected' });
    expect((await queueOf(kim, 'to-return')).codes).toContain(code);
  });
});

describe('a step', () => {
  it('that is sent again has one effect, and one from an outdated page none', async () => {
    await ship();
    const { version } = await read();
    const body = { code, version, step: 'receive' };
    expect((await ann.post('/desk/step', body)).json()).toMatchObject({
      state: 'received',
      version: version + 1,
    });
    expect((await ann.post('/desk/step', body)).json()).toMatchObject({
      state: 'received',
      version: version + 1,
    });
    const outdated = await ann.post('/desk/step', { ...body, step: 'send', parcel: PARCEL });
    expect(problemOf(outdated)).toEqual([409, 'step-refused']);
    expect(await read()).toMatchObject({ state: 'received', version: version + 1 });
  });

  it('of two members at once is taken by one', async () => {
    await ship();
    const ivy = await member('ivy', 'desk');
    const { version } = await read();
    const answers = await Promise.all(
      [ann, ivy].map((user) => user.post('/desk/step', { code, version, step: 'receive' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ version: version + 1 });
  });

  it('refunds a part of a payment in dollars with cents', async () => {
    await ship();
    for (const step of ['receive', 'pass', 'send', 'parcel-arrived']) {
      await take(ann, step);
    }
    await takePartyStep(buyer, key, { type: 'claim', problem: 'damaged', reason: 'A cut.' });
    expect((await queueOf(ann, 'claims')).codes).toContain(code);
    const decide = async (amount: unknown) =>
      ann.post('/desk/finance-step', { code, version: (await read()).version, step: 'refund-part', amount });
    for (const amount of [0, -1, 0.001, 'all', 2e6]) {
      expect(problemOf(await decide(amount))).toEqual([422, 'invalid-body']);
    }
    expect(problemOf(await decide(undefined))).toEqual([409, 'step-refused']);
    expect(problemOf(await decide(216))).toEqual([409, 'step-refused']);
    const decided = (await decide(19.99)).json<DeskDeal>();
    expect(decided.balances).toContainEqual({ account: 'refunding', amount: 19.99 });
  });
});

describe('a parcel from us', () => {
  /** The parcels from us that a user sees, and everything that answers about the deal have. */
  const seen = async (user: TestUser) => {
    const own = await user.get(`/deals/${key.id}`);
    const exported = (await user.get('/export')).json<{ deals: { id: string }[] }>();
    const ofDeal = exported.deals.find(({ id }) => id === key.id);
    const { timeline } = own.json<OwnDeal>();
    const numbers = timeline.flatMap(({ event, details }) =>
      details?.trackingNumber && event !== 'ship' ? [`${event} ${details.trackingNumber}`] : [],
    );
    return { numbers, everything: `${own.body}${JSON.stringify(ofDeal)}` };
  };
  const CORRECTED = { carrier: 'dhl', trackingNumber: '7777777770' };
  const verified = async () => {
    await ship();
    await take(ann, 'receive');
    await take(ann, 'pass');
  };

  it('to the buyer is shown to the buyer only, also once it is corrected', async () => {
    await verified();
    await take(ann, 'send');
    expect((await seen(buyer)).numbers).toEqual([`send ${PARCEL.trackingNumber}`]);
    const corrected = await takeAs(ann, pair, 'correct-parcel', { parcel: CORRECTED });
    expect(corrected.json<DeskDeal>().events.at(-1)).toMatchObject({ member: 'ann', ...CORRECTED });
    const search = await ann.get(`/desk/search?search=${CORRECTED.trackingNumber}`);
    expect(search.json<DeskSearch>()).toMatchObject({ isTracked: true, deals: [{ code }] });
    const { numbers, everything } = await seen(buyer);
    expect(numbers).toEqual([`send ${PARCEL.trackingNumber}`, `correct-parcel ${CORRECTED.trackingNumber}`]);
    expect(everything.split(CORRECTED.trackingNumber)).toHaveLength(3);
    const ofSeller = (await seen(seller)).everything;
    expect(ofSeller).not.toContain(PARCEL.trackingNumber);
    expect(ofSeller).not.toContain(CORRECTED.trackingNumber);
  });

  it('back to the seller is shown to the seller only', async () => {
    await ship();
    await take(ann, 'receive');
    await take(ann, 'fail');
    await take(await member('ada', 'desk'), 'fail');
    await takePartyStep(seller, key, { type: 'accept-verdict' });
    expect((await take(ann, 'return-pair')).statusCode).toBe(200);
    expect((await seen(seller)).numbers).toEqual([`return-pair ${PARCEL.trackingNumber}`]);
    expect((await seen(buyer)).everything).not.toContain(PARCEL.trackingNumber);
  });

  it('stays in the journal, before and after its correction', async () => {
    await verified();
    await take(ann, 'send');
    await takeAs(ann, pair, 'correct-parcel', { parcel: CORRECTED });
    const { acts } = (await ann.get(`/desk/journal?subject=${code}`)).json<Journal>();
    const changed = acts.map(({ act, changes }) => [
      act,
      changes.flatMap(({ name, before, after }) => (name === 'trackingNumber' ? [before, after] : [])),
    ]);
    expect(changed.slice(0, 2)).toEqual([
      ['correct-parcel', [PARCEL.trackingNumber, CORRECTED.trackingNumber]],
      ['send', [null, PARCEL.trackingNumber]],
    ]);
  });

  it('needs a number of its carrier, and other steps have none', async () => {
    await verified();
    const wrong = await takeAs(ann, pair, 'send', { parcel: { carrier: 'ups', trackingNumber: '123' } });
    expect(wrong.json()).toMatchObject({
      code: 'invalid-tracking-number',
      detail: expect.stringContaining('1Z'),
    });
    const old = await takeAs(ann, pair, 'send', { parcel: { carrier: 'ups', trackingNumber: TRACKING } });
    expect(old.json()).toMatchObject({
      code: 'invalid-tracking-number',
      detail: expect.stringContaining('came'),
    });
    for (const [step, parcel] of [
      ['send', undefined],
      ['send', { carrier: 'ups' }],
      ['send', { carrier: 'pigeon', trackingNumber: '1' }],
      ['parcel-moving', PARCEL],
    ] as const) {
      expect(problemOf(await takeAs(ann, pair, step, { parcel }))).toEqual([422, 'invalid-body']);
    }
    expect(await read()).toMatchObject({ state: 'verified' });
  });

  it('that is sent again counts once, and with another number it is refused', async () => {
    await verified();
    const { version } = await read();
    const body = { code, version, step: 'send', parcel: PARCEL };
    expect((await ann.post('/desk/step', body)).statusCode).toBe(200);
    expect((await ann.post('/desk/step', body)).statusCode).toBe(200);
    expect(problemOf(await ann.post('/desk/step', { ...body, parcel: CORRECTED }))).toEqual([
      409,
      'step-refused',
    ]);
    expect((await seen(buyer)).numbers).toEqual([`send ${PARCEL.trackingNumber}`]);
  });

  it('is in the mail of its step', async () => {
    await verified();
    await take(ann, 'send');
    const notice = { productId: key.productId, dealId: key.id, dealNews: 'sent' } as const;
    expect(await parcelFacts(database.pool, { ...notice, side: 'bid' })).toEqual([
      { label: 'Carrier', value: 'FedEx' },
      { label: 'Tracking number', value: PARCEL.trackingNumber },
    ]);
    expect(await parcelFacts(database.pool, { ...notice, side: 'ask' })).toEqual([]);
    expect(await parcelFacts(database.pool, { ...notice, side: 'bid', dealNews: 'verified' })).toEqual([]);
  });
});

describe('the papers of pairs that leave', () => {
  const papersOf = async (user: TestUser, ...codes: string[]) =>
    (await user.get(`/desk/papers?codes=${codes.join(',')}`)).json<{
      papers: DeskPaper[];
      leftOut: string[];
    }>();

  it('have the address of the receiver and of no one else, and each pair once', async () => {
    await ship();
    await take(ann, 'receive');
    expect(await papersOf(ann, code)).toEqual({ papers: [], leftOut: [code] });
    await take(ann, 'pass');
    const scanned = code.replaceAll('-', '');
    expect(await papersOf(ann, scanned, 'nonsense', code)).toEqual({
      papers: [
        {
          code,
          name: NAME,
          styleCode: null,
          size: expect.any(String),
          receiver: 'buyer',
          sendTo: ['Bert Buyerson', 'Buyers Lane 1', 'N1 London', 'United Kingdom'],
        },
      ],
      leftOut: ['nonsense', code],
    });
  });

  it('of a cancelled deal lead back to the seller', async () => {
    await ship();
    await take(ann, 'receive');
    await ann.post('/desk/finance-step', { code, version: (await read()).version, step: 'cancel' });
    const { papers } = await papersOf(ann, code);
    expect(papers).toMatchObject([{ receiver: 'seller' }]);
    expect(papers[0]?.sendTo.join()).not.toContain('Buyers Lane');
    expect((await read()).sendTo).toEqual(papers[0]?.sendTo);
  });

  it('are at most 100, and only for those who send pairs', async () => {
    const many = Array.from({ length: 101 }, () => code).join(',');
    expect(problemOf(await ann.get(`/desk/papers?codes=${many}`))).toEqual([422, 'invalid-body']);
    const fay = await member('fay', 'finance');
    expect(problemOf(await fay.get(`/desk/papers?codes=${code}`))).toEqual([404, 'not-found']);
  });
});

describe('the commands', () => {
  const run = (...args: string[]) => perkex(database, ...args);

  it('give and take roles', async () => {
    const email = 'mia@shop.example';
    const mia = await signUp(market, email);
    await addSecondFactor(market, mia);
    expect(await run('grant', email, 'desk', '--name', 'mia')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No account has the verified e-mail mia@shop.example.'),
    });
    await database.pool.query('update identity_users set email_verified = true where id = $1', [mia.uid]);
    expect(await run('grant', email, 'desk')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name the new member: --name NAME.'),
    });
    expect(await run('grant', email, 'desk', '--name', 'ann')).toMatchObject({ code: 1 });
    expect(await run('grant', email, 'boss', '--name', 'mia')).toMatchObject({ code: 2 });
    expect(await run('grant', email, 'desk', '--name', 'M')).toMatchObject({ code: 2 });
    expect(await run('grant', email, 'desk', '--name', 'mia')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('mia (mia@shop.example) has the role desk.'),
    });
    expect((await mia.get('/desk')).json()).toMatchObject({ name: 'mia', role: 'desk' });
    expect(await run('grant', email.toUpperCase(), 'finance')).toMatchObject({ code: 0 });
    expect((await mia.get('/desk')).json()).toMatchObject({ role: 'finance' });
    expect(await run('members')).toMatchObject({ stdout: expect.stringMatching(/^mia: finance$/m) });
    expect(await run('revoke', 'mia')).toMatchObject({ code: 0 });
    expect(await run('revoke', 'mia')).toMatchObject({ code: 1 });
    expect((await mia.get('/desk')).statusCode).toBe(404);
  });
});
