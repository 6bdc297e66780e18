import { createHash, randomUUID } from 'node:crypto';
import type { Desk, DeskDeal, DeskQueue, QueuedDeal } from '@perkex/contract/desk.js';
import type { Journal } from '@perkex/contract/desk-journal.js';
import type { DeskPhoto } from '@perkex/contract/desk-photos.js';
import type { DealReport, Verification } from '@perkex/contract/verification.js';
import { DEFAULT_CHECKLIST } from '@perkex/core/verification/checklist.js';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPhoto,
  buildMember,
  judge,
  makeMember,
  PHOTO,
  payAndShip,
  problemOf,
  readAs,
  saidBy,
  type TestPair,
  takeAs,
  trade,
} from './desk-market.js';
import { buildProducts } from './market.js';
import { takePartyStep } from './market-deals.js';
import { plainPicture } from './picture-server.js';
import {
  buildTestApp,
  buildTrader,
  PUBLIC_URL,
  type TestApp,
  type TestUser,
  useSoundMarket,
} from './test-app.js';

const NAME = 'Check Runner';
const SIZES = Array.from({ length: 40 }, (_, index) => String(1 + index / 2));

const market = useSoundMarket({ payments: { provider: 'play' }, secondReviews: { limitCents: 100_00 } });
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let bob: TestUser;
let admin: TestUser;
let fin: TestUser;
let pair: TestPair;
let tradeCount = 0;

beforeAll(async () => {
  // Every pair of these tests costs 200 $.
  await market.jobs.stop();
  await buildProducts(market.database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'desk');
  bob = await buildMember(market, 'bob', 'desk');
  admin = await buildMember(market, 'ada', 'admin');
  fin = await buildMember(market, 'fin', 'finance');
});

beforeEach(async () => {
  pair = await trade(market, { seller, buyer }, { name: NAME, size: SIZES[tradeCount++] ?? '' });
  await payAndShip(market, pair, seller);
  await takeAs(ann, pair, 'receive');
});

const photoOf = (user: TestUser, id: string) => user.get(`/desk/deals/${pair.code}/photos/${id}`);

async function queueOf(user: TestUser, queue: DeskQueue) {
  const { queues } = (await user.get('/desk')).json<Desk>();
  const { deals } = (await user.get(`/desk/deals?queue=${queue}`)).json<{ deals: { code: string }[] }>();
  const isListed = deals.some(({ code }) => code === pair.code);
  return { isListed, count: queues.find((each) => each.queue === queue)?.count };
}

describe('a photo', () => {
  it('is stored with its hash, time and member, for members only', async () => {
    const added = (await addPhoto(ann, pair, 'parcel')).json<DeskPhoto>();
    expect(added).toMatchObject({ subject: 'parcel', member: 'ann', date: expect.any(String) });
    const { image } = (await photoOf(fin, added.id)).json<{ image: string }>();
    const file = Buffer.from(image.replace('data:image/jpeg;base64,', ''), 'base64');
    expect(createHash('sha256').update(file).digest('hex')).toBe(added.hash);
    expect((await readAs(ann, pair)).photos).toEqual([added]);
    for (const user of [seller, buyer]) {
      expect(problemOf(await photoOf(user, added.id))).toEqual([404, 'not-found']);
    }
    const open = await market.app.inject({ url: `/pictures/deal-${added.hash}.jpg` });
    expect(open.statusCode).toBe(404);
  });

  it('that is sent again is stored once, and never replaced', async () => {
    const id = randomUUID();
    const first = (await addPhoto(ann, pair, 'box', { id })).json<DeskPhoto>();
    expect((await addPhoto(ann, pair, 'box', { id })).json()).toEqual(first);
    const other = (await plainPicture().png().toBuffer()).toString('base64');
    expect((await addPhoto(ann, pair, 'box', { id, content: other })).json()).toEqual(first);
    for (const [user, subject] of [
      [ann, 'soles'],
      [bob, 'box'],
    ] as const) {
      expect(problemOf(await addPhoto(user, pair, subject, { id }))).toEqual([409, 'id-reused']);
    }
    await expect(
      market.database.pool.query(`update deal_photos set hash = repeat('0', 64)`),
    ).rejects.toThrow();
    await expect(market.database.pool.query('delete from deal_photos')).rejects.toThrow();
  });

  it('loses where it was taken, and stands upright', async () => {
    const original = await sharp({ create: { width: 90, height: 70, channels: 3, background: '#c33' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const added = await addPhoto(ann, pair, 'box', { content: original.toString('base64') });
    const { image } = (await photoOf(ann, added.json<DeskPhoto>().id)).json<{ image: string }>();
    const head = await sharp(Buffer.from(image.split(',')[1] ?? '', 'base64')).metadata();
    expect(head).toMatchObject({ width: 70, height: 90 });
    expect(head.exif).toBeUndefined();
  });

  it.each([
    ['text', Buffer.from('no photo at all').toString('base64'), [422, 'unreadable-photo']],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      [422, 'unreadable-photo'],
    ],
    ['a photo that breaks off', PHOTO.slice(0, 200), [422, 'unreadable-photo']],
    ['no base64', '*'.repeat(8), [422, 'invalid-body']],
    ['more than a photo may have', 'A'.repeat(1_333_400), [422, 'invalid-body']],
    ['far more', 'A'.repeat(3_000_000), [413, 'too-large']],
  ] as const)('is refused if it is %s', async (_name, content, problem) => {
    expect(problemOf(await addPhoto(ann, pair, 'box', { content }))).toEqual(problem);
    expect((await readAs(ann, pair)).photos).toEqual([]);
  });

  it('is one of twenty that a member may add, also at once', async () => {
    for (let added = 0; added < 19; added += 1) {
      expect((await addPhoto(ann, pair, 'box')).statusCode).toBe(200);
    }
    const answers = await Promise.all([1, 2, 3].map(() => addPhoto(ann, pair, 'box')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await addPhoto(bob, pair, 'box')).statusCode).toBe(200);
  });

  it('is for no member who is the buyer or the seller', async () => {
    const trader = await buildTrader(market, 'own@shop.example');
    await makeMember(market, trader, 'own', 'admin');
    const own = await trade(
      market,
      { seller, buyer: trader },
      { name: NAME, size: SIZES[tradeCount++] ?? '' },
    );
    expect(problemOf(await addPhoto(trader, own, 'box'))).toEqual([409, 'own-deal']);
    const { id } = (await addPhoto(ann, own, 'parcel')).json<DeskPhoto>();
    expect((await readAs(trader, own)).photos).toEqual([]);
    expect(problemOf(await trader.get(`/desk/deals/${own.code}/photos/${id}`))).toEqual([
      404,
      'unknown-photo',
    ]);
  });
});

describe('a verdict', () => {
  it('needs every point of the checklist, and for a pass all in order', async () => {
    expect((await readAs(ann, pair)).checklist).toEqual(DEFAULT_CHECKLIST);
    const answers = DEFAULT_CHECKLIST.points.map(() => true);
    expect(problemOf(await judge(ann, pair, 'pass', { answers: answers.slice(1) }))).toEqual([
      409,
      'checklist-open',
    ]);
    expect(problemOf(await judge(ann, pair, 'pass', { answers: [false, ...answers.slice(1)] }))).toEqual([
      409,
      'point-failed',
    ]);
    expect(problemOf(await ann.post('/desk/step', { code: pair.code, version: 4, step: 'pass' }))).toEqual([
      422,
      'invalid-body',
    ]);
  });

  it('of a rejection needs a reason and the photos that it requires, taken by the same member', async () => {
    expect(problemOf(await judge(ann, pair, 'fail', { reasons: [] }))).toEqual([409, 'reason-missing']);
    await addPhoto(bob, pair, 'soles');
    await addPhoto(ann, pair, 'inside');
    const refused = await judge(ann, pair, 'fail', { reasons: ['worn', 'damaged'] });
    expect(problemOf(refused)).toEqual([409, 'photos-missing']);
    expect(refused.json()).toMatchObject({ detail: 'These photos are missing: soles, defect.' });
    await addPhoto(ann, pair, 'soles');
    await addPhoto(ann, pair, 'defect');
    expect((await judge(ann, pair, 'fail', { reasons: ['worn', 'damaged'] })).statusCode).toBe(200);
  });

  it('that is sent again counts once, and is not changed', async () => {
    const answer = await judge(ann, pair, 'pass');
    expect(answer.json<DeskDeal>().reviews).toMatchObject([{ member: 'ann', verdict: 'pass' }]);
    expect((await judge(ann, pair, 'pass')).json<DeskDeal>().reviews).toHaveLength(1);
    await addPhoto(ann, pair, 'defect');
    expect(problemOf(await judge(ann, pair, 'fail'))).toEqual([409, 'already-reviewed']);
    expect((await takeAs(bob, pair, 'pass')).json()).toMatchObject({ state: 'verified' });
    expect((await judge(ann, pair, 'pass', { version: 4 })).json()).toMatchObject({ state: 'verified' });
  });

  it('is for no member of another role, and for none who saw an earlier version', async () => {
    expect(problemOf(await judge(fin, pair, 'pass'))).toEqual([404, 'not-found']);
    expect(problemOf(await judge(ann, pair, 'pass', { version: 3 }))).toEqual([409, 'step-refused']);
  });

  it('on the command line is refused once there are members', async () => {
    const { perkex } = await import('./cli-process.js');
    const { code, stderr } = await perkex(market.database, 'deal', pair.code, 'pass', '--by', 'ann');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Members give verdicts on a page of the desk'),
    ]);
  });
});

describe('a reservation', () => {
  const reserve = (user: TestUser) => user.post('/desk/reserve', { code: pair.code });

  it('is seen by all members until the check has ended, and may be taken over, which is seen as well', async () => {
    const reservedBy = async (queue: DeskQueue) => {
      const { deals } = (await bob.get(`/desk/deals?queue=${queue}`)).json<{ deals: QueuedDeal[] }>();
      return deals.find(({ code }) => code === pair.code)?.reservedBy;
    };
    expect((await readAs(ann, pair)).reservation).toBeNull();
    expect((await reserve(ann)).json()).toMatchObject({ reservation: { member: 'ann', takenFrom: null } });
    expect((await readAs(bob, pair)).reservation).toMatchObject({ member: 'ann' });
    expect(await reservedBy('to-verify')).toBe('ann');
    await judge(ann, pair, 'pass');
    // Its end would tell of the verdict.
    expect(await reservedBy('to-verify')).toBe('ann');
    expect((await readAs(bob, pair)).reservation).toMatchObject({ member: 'ann' });
    expect((await reserve(bob)).json()).toMatchObject({ reservation: { member: 'bob', takenFrom: 'ann' } });
    expect((await takeAs(bob, pair, 'pass')).json()).toMatchObject({ state: 'verified' });
    expect(await reservedBy('to-send')).toBeNull();
    expect(problemOf(await reserve(ann))).toEqual([409, 'step-refused']);
  });

  it('of two members at once is that of the later one', async () => {
    await Promise.all([reserve(ann), reserve(bob)]);
    const { reservation } = await readAs(admin, pair);
    expect([reservation?.member, reservation?.takenFrom].sort()).toEqual(['ann', 'bob']);
  });
});

describe('a second review', () => {
  it('shows nothing of the first verdict: no call, queue or photo differs from those of a pair without one', async () => {
    const { id } = (await addPhoto(ann, pair, 'defect')).json<DeskPhoto>();
    const everything = async (user: TestUser) => [
      await readAs(user, pair),
      (await user.get('/desk')).json(),
      (await user.get('/desk/deals?queue=to-verify')).json(),
      (await user.get('/desk/verification')).json(),
      problemOf(await photoOf(user, id)),
    ];
    const before = [await everything(bob), await everything(admin)];
    expect(before[0]?.[4]).toEqual([404, 'unknown-photo']);
    expect((await judge(ann, pair, 'fail')).json()).toMatchObject({ state: 'received', deskSteps: [] });
    expect([await everything(bob), await everything(admin)]).toEqual(before);
    expect((await queueOf(bob, 'to-verify')).isListed).toBe(true);
    expect((await queueOf(ann, 'to-verify')).isListed).toBe(false);
    expect((await seller.get(`/deals/${pair.key.id}`)).json()).toMatchObject({ state: 'received' });
  });

  it('is in the journal, without the verdict until it takes effect', async () => {
    const acts = async () => {
      const journal = (await admin.get(`/desk/journal?subject=${pair.code}`)).json<Journal>();
      return journal.acts.map(({ act, member, changes }) => [act, member, changes.map(({ name }) => name)]);
    };
    await judge(ann, pair, 'pass');
    expect((await acts())[0]).toEqual(['review-pair', 'ann', []]);
    await judge(bob, pair, 'pass');
    expect((await acts())[0]).toEqual(['pass', 'bob', expect.arrayContaining(['state'])]);
  });

  it('that agrees makes the verdict the step, and shows both', async () => {
    await takeAs(ann, pair, 'fail');
    const failed = (await takeAs(bob, pair, 'fail')).json<DeskDeal>();
    expect(failed).toMatchObject({ state: 'objectable' });
    expect(failed.reviews.map(({ member, verdict, reasons }) => [member, verdict, reasons])).toEqual([
      ['ann', 'fail', ['damaged']],
      ['bob', 'fail', ['damaged']],
    ]);
    expect(failed.photos.map(({ member }) => member).sort()).toEqual(['ann', 'bob']);
    expect(failed.events.at(-1)).toMatchObject({ event: 'fail', member: 'bob' });
  });

  it('that disagrees leaves the decision to an admin, who sees both', async () => {
    await takeAs(ann, pair, 'pass');
    expect((await takeAs(bob, pair, 'fail')).json()).toMatchObject({ state: 'received' });
    const kim = await buildMember(market, 'kim', 'desk');
    expect(problemOf(await judge(kim, pair, 'pass'))).toEqual([409, 'admin-needed']);
    for (const user of [ann, bob, kim]) {
      expect((await readAs(user, pair)).deskSteps).toEqual([]);
      expect((await queueOf(user, 'to-verify')).isListed).toBe(false);
      expect(await queueOf(user, 'disagreements')).toEqual({ isListed: false, count: 0 });
    }
    expect((await queueOf(admin, 'disagreements')).isListed).toBe(true);
    expect((await readAs(admin, pair)).reviews.map(({ verdict }) => verdict)).toEqual(['pass', 'fail']);
    expect((await takeAs(admin, pair, 'pass')).json()).toMatchObject({ state: 'verified' });
  });

  it('decides no objection of the seller: that is for a member who has not reviewed the pair', async () => {
    await takeAs(ann, pair, 'fail');
    await takeAs(bob, pair, 'fail');
    await takePartyStep(seller, pair.key, { type: 'object', reason: 'It is new.' });
    for (const user of [ann, bob]) {
      expect((await readAs(user, pair)).deskSteps).not.toContain('pass');
      expect(problemOf(await judge(user, pair, 'fail'))).toEqual([409, 'already-reviewed']);
    }
    expect((await takeAs(admin, pair, 'pass')).json()).toMatchObject({ state: 'verified' });
  });

  it('of two members at once counts each once', async () => {
    await Promise.all([judge(ann, pair, 'pass'), judge(bob, pair, 'pass'), judge(bob, pair, 'pass')]);
    const { state, reviews } = await readAs(admin, pair);
    expect([state, reviews.map(({ member }) => member).sort()]).toEqual(['verified', ['ann', 'bob']]);
  });

  it('is needed for the first three pairs of a seller, then above the limit, and for two of a hundred passes', async () => {
    const newcomer = await buildTrader(market, 'new@shop.example');
    let random = 0.5;
    const other = await buildTestApp({
      database: market.database,
      payments: { provider: 'play' },
      secondReviews: { limitCents: 200_00 },
      random: () => random,
    });
    const pass = async (user: TestUser, app: TestApp) => {
      const { version, checklist } = await readAs(user, pair);
      const { id = 0, points = [] } = checklist ?? {};
      const body = { uid: user.uid, code: pair.code, version, verdict: 'pass', checklist: id, reasons: [] };
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/desk/verdict',
        headers: { cookie: user.cookie, origin: PUBLIC_URL },
        payload: { ...body, answers: points.map(() => true) },
      });
      return answer.json<DeskDeal>().state;
    };
    const receiveNext = async () => {
      pair = await trade(
        market,
        { seller: newcomer, buyer },
        { name: NAME, size: SIZES[tradeCount++] ?? '' },
      );
      await payAndShip(market, pair, newcomer);
      await takeAs(ann, pair, 'receive');
    };
    for (let earlier = 0; earlier < 3; earlier += 1) {
      await receiveNext();
      expect(await pass(ann, other)).toBe('received');
      expect(await pass(bob, other)).toBe('verified');
    }
    await receiveNext();
    expect(await pass(ann, other)).toBe('verified');
    await receiveNext();
    random = 0.01;
    expect(await pass(ann, other)).toBe('received');
    random = 0.5;
    await receiveNext();
    const strict = await buildTestApp({
      database: market.database,
      payments: { provider: 'play' },
      secondReviews: { limitCents: 199_99 },
      random: () => random,
    });
    expect(await pass(ann, strict)).toBe('received');
    await strict.close();
    await other.close();
  });
});

describe('the report of a pair', () => {
  const read = async (user: TestUser) =>
    (await user.get(`/deals/${pair.key.id}/report`)).json<{ report: DealReport | null }>().report;
  const photo = (user: TestUser, id: string) => user.get(`/deals/${pair.key.id}/photos/${id}`);

  it('of a rejection is for the seller at once, and for the buyer once it is final, without parcels and names', async () => {
    const parcel = (await addPhoto(ann, pair, 'parcel')).json<DeskPhoto>();
    expect(problemOf(await photo(seller, parcel.id))).toEqual([404, 'unknown-photo']);
    await takeAs(ann, pair, 'fail');
    expect([await read(seller), await read(buyer)]).toEqual([null, null]);
    await takeAs(bob, pair, 'fail');
    const late = (await addPhoto(bob, pair, 'box')).json<DeskPhoto>();
    const seen = await read(seller);
    expect(seen).toMatchObject({ verdict: 'fail', reasons: ['damaged'] });
    expect(seen?.photos.map(({ subject }) => subject)).toEqual(['defect', 'defect']);
    expect(JSON.stringify(seen)).not.toMatch(/ann|bob/);
    const [first] = seen?.photos ?? [];
    expect((await photo(seller, first?.id ?? '')).json()).toMatchObject({
      image: expect.stringMatching(/^data:image/),
    });
    expect(await read(buyer)).toBeNull();
    for (const id of [parcel.id, late.id, randomUUID()]) {
      expect(problemOf(await photo(seller, id))).toEqual([404, 'unknown-photo']);
    }
    expect(problemOf(await photo(buyer, first?.id ?? ''))).toEqual([404, 'unknown-photo']);
    await takePartyStep(seller, pair.key, { type: 'accept-verdict' });
    expect(await read(buyer)).toEqual(seen);
    const stranger = await buildTrader(market, 'stranger@shop.example');
    expect(problemOf(await stranger.get(`/deals/${pair.key.id}/report`))).toEqual([404, 'unknown-deal']);
    expect(problemOf(await photo(stranger, first?.id ?? ''))).toEqual([404, 'unknown-deal']);
  });

  it('of a pass is for both', async () => {
    await takeAs(ann, pair, 'pass');
    await takeAs(bob, pair, 'pass');
    const seen = await read(buyer);
    expect(seen?.points.every(({ isInOrder }) => isInOrder)).toBe(true);
    expect(await read(seller)).toEqual(seen);
  });
});

describe('a test pair', () => {
  const makeTest = (user: TestUser, expected: string) =>
    user.post('/desk/expected-verdict', { code: pair.code, expected });
  const results = async () => (await admin.get('/desk/verification')).json<Verification>().tests;
  /** All that a member reads about the pair. */
  const read = async (user: TestUser) => {
    const paths = ['', '/deals?queue=to-verify', `/deals/${pair.code}`, '/verification'];
    return Promise.all(paths.map(async (path) => saidBy(await user.get(`/desk${path}`))));
  };

  it('looks like any other pair to the members who check it, before and after their verdicts', async () => {
    const before = await read(bob);
    expect((await makeTest(admin, 'worn')).json<DeskDeal>()).toMatchObject({ expected: 'worn', version: 4 });
    expect(await read(bob)).toEqual(before);
    const judged = (await judge(bob, pair, 'pass')).json<DeskDeal>();
    expect(judged).toMatchObject({ state: 'received', expected: null });
    expect((await bob.get('/desk/verification')).json()).toMatchObject({ tests: null });
  });

  it('counts what its members found, by what was expected, once its check has ended', async () => {
    const of = async (member: string, expected: string) =>
      (await results())?.find((each) => each.member === member && each.expected === expected);
    await makeTest(admin, 'damaged');
    await takeAs(ann, pair, 'fail');
    expect(await of('ann', 'damaged')).toBeUndefined();
    await takeAs(bob, pair, 'fail');
    expect(await of('ann', 'damaged')).toMatchObject({ pairs: 1, right: 1 });
    expect(await of('bob', 'damaged')).toMatchObject({ pairs: 1, right: 1 });
  });

  it('that both members judge wrongly is decided by an admin, so that no wrong verdict takes effect', async () => {
    await makeTest(admin, 'not-authentic');
    await judge(ann, pair, 'pass');
    expect((await judge(bob, pair, 'pass')).json()).toMatchObject({ state: 'received' });
    expect((await queueOf(admin, 'disagreements')).isListed).toBe(true);
    expect((await takeAs(admin, pair, 'fail')).json()).toMatchObject({ state: 'objectable' });
    expect(await results()).toContainEqual({ member: 'ann', expected: 'not-authentic', pairs: 1, right: 0 });
  });

  it('is made by admins only, who cannot be among its members, and before its check has ended', async () => {
    expect(problemOf(await makeTest(ann, 'pass'))).toEqual([404, 'not-found']);
    expect(problemOf(await makeTest(admin, 'fine'))).toEqual([422, 'invalid-body']);
    await makeTest(admin, 'pass');
    expect((await readAs(admin, pair)).deskSteps).not.toContain('pass');
    expect(problemOf(await judge(admin, pair, 'pass'))).toEqual([409, 'already-reviewed']);
    await judge(ann, pair, 'pass');
    await judge(bob, pair, 'pass');
    expect(problemOf(await makeTest(admin, 'worn'))).toEqual([409, 'step-refused']);
  });
});

describe('the agreement of members', () => {
  it('counts the pairs that two of them have reviewed', async () => {
    const read = async () => (await admin.get('/desk/verification')).json<Verification>().agreement;
    const before = (await read()).find(({ member }) => member === 'ann');
    await takeAs(ann, pair, 'pass');
    await takeAs(bob, pair, 'pass');
    const after = (await read()).find(({ member }) => member === 'ann');
    expect(after).toEqual({
      member: 'ann',
      reviewed: (before?.reviewed ?? 0) + 1,
      compared: (before?.compared ?? 0) + 1,
      agreed: (before?.agreed ?? 0) + 1,
    });
  });
});

describe('a checklist', () => {
  const change = (user: TestUser, seen: number, points: string[], kind: string | null = null) =>
    user.post('/desk/checklist', { kind, seen, points });

  it('is changed by admins, for a kind of products or for all others, and a check of an earlier one is refused', async () => {
    expect(problemOf(await change(ann, 0, ['Point']))).toEqual([404, 'not-found']);
    const changed = (await change(admin, 0, ['Smells of glue'])).json<Verification>();
    const list = changed.checklists.find(({ kind }) => kind === null);
    expect(list).toMatchObject({ points: ['Smells of glue'], member: 'ada' });
    expect(problemOf(await change(admin, 0, ['Other']))).toEqual([409, 'checklist-changed']);
    // The same change again, whose first answer was lost.
    const again = (await change(admin, 0, list?.points ?? [])).json<Verification>();
    expect(again.checklists).toEqual(changed.checklists);
    const seen = (await change(admin, list?.id ?? 0, list?.points ?? [])).json<Verification>();
    expect(seen.checklists, 'once its page has read it').toEqual(changed.checklists);
    const earlier = { checklist: 0, answers: DEFAULT_CHECKLIST.points.map(() => true) };
    expect(problemOf(await judge(ann, pair, 'pass', earlier))).toEqual([409, 'checklist-changed']);
    const { database } = market;
    await database.pool.query(`update products set kind = 'toddler' where name = $1`, [NAME]);
    await change(admin, 0, ['Both shoes are small'], 'toddler');
    expect((await readAs(ann, pair)).checklist?.points).toEqual(['Both shoes are small']);
    const reviewed = (await judge(ann, pair, 'pass')).json<DeskDeal>();
    expect(reviewed.reviews[0]?.points).toEqual([{ point: 'Both shoes are small', isInOrder: true }]);
    await change(admin, (await listOf('toddler'))?.id ?? 0, [], 'toddler');
    await change(admin, (await listOf(null))?.id ?? 0, []);
    expect((await readAs(bob, pair)).checklist?.points).toEqual(DEFAULT_CHECKLIST.points);
    await database.pool.query('update products set kind = null where name = $1', [NAME]);
  });

  const listOf = async (wanted: string | null) =>
    (await admin.get('/desk/verification'))
      .json<Verification>()
      .checklists.find(({ kind }) => kind === wanted);
});
