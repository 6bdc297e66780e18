import type { DeskLabel } from '@perkex/contract/desk-labels.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import type { ParcelTo } from '../src/deals/parcel-receivers.js';
import { countryCode } from '../src/labels/country-code.js';
import { EasyPost } from '../src/labels/easypost.js';
import { deleteOldImages, endLabel, readLabel } from '../src/labels/label-rows.js';
import type { ParcelLabels } from '../src/labels/parcel-labels.js';
import { buildMember, payAndShip, problemOf, type TestPair, takeAs, trade } from './desk-market.js';
import { EasyPostStandIn, type Fault, LABEL_NUMBER } from './easypost-stand-in.js';
import { buildProducts } from './market.js';
import { PICTURES_CERTIFICATE, type PictureServer } from './picture-server.js';
import { buildTestApp, buildTrader, PUBLIC_URL, SHIPPING, type TestUser, useMarket } from './test-app.js';

const NAME = 'Label Runner';
const SIZES = Array.from({ length: 40 }, (_, index) => String(1 + index / 2));
const LABELS = {
  easyPostKey: 'EZTK-test-key',
  sender: {
    name: 'PerkeX',
    street: '12 Example Street',
    city: 'London',
    state: '',
    zip: 'E1',
    country: 'GB',
    phone: '5550100',
  },
};

let database: Database;
let server: PictureServer;
let service: EasyPostStandIn;
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let pair: TestPair;
let key: ParcelTo;
let labels: ParcelLabels;
let trades = 0;

const portWith = (timeMs: number) =>
  new EasyPost(LABELS, server.url, {
    ca: PICTURES_CERTIFICATE,
    isAllowed: (address: string) => address === '127.0.0.1',
    limits: { bytes: 100_000, timeMs },
  });

beforeAll(async () => {
  ({ server, service } = await EasyPostStandIn.open());
});

const market = useMarket(() => ({
  payments: { provider: 'play' },
  secondReviews: 'off',
  labels: LABELS,
  labelPort: portWith(60_000),
}));

beforeAll(async () => {
  ({ database } = market);
  await market.jobs.stop();
  await buildProducts(database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  await seller.post('/shipping', { ...SHIPPING, name: 'Sally', surname: 'Sellers', street: 'Sellers Lane' });
  await buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street: 'Buyers Lane' });
  ann = await buildMember(market, 'ann', 'admin');
  if (!market.labels) {
    throw new Error('Labels are off.');
  }
  labels = market.labels;
});

afterAll(() => server.close());

/** A pair that waits to be sent to its buyer. */
beforeEach(async () => {
  pair = await trade(market, { seller, buyer }, { name: NAME, size: SIZES[trades++] ?? '' });
  key = { ...pair.key, receiver: 'buyer' };
  await payAndShip(market, pair, seller);
  await takeAs(ann, pair, 'receive');
  await takeAs(ann, pair, 'pass');
  service.shipments.length = 0;
  service.requests.length = 0;
  service.purchases = 0;
  service.areLabelsLate = false;
  service.faults.clear();
});

const ask = async () => (await ann.post('/desk/label', { code: pair.code })).json<DeskLabel>();
const shown = async () => (await ann.get(`/desk/deals/${pair.code}/label`)).json<DeskLabel>();

describe('a label', () => {
  it('is bought from the cheapest carrier that we know, for the receiver and with nothing of the other trader', async () => {
    expect(await shown()).toEqual({ canBuy: true, label: null });
    expect(await ask()).toMatchObject({ canBuy: false, label: { state: 'buying' } });
    await labels.buy(key);
    expect(await shown()).toMatchObject({
      canBuy: false,
      label: {
        state: 'bought',
        carrier: 'usps',
        trackingNumber: LABEL_NUMBER,
        cost: '9.10 USD',
        image: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
      },
    });
    const sent = JSON.stringify(service.requests);
    for (const word of ['Bert Buyerson', 'Buyers Lane', '"country\\":\\"GB']) {
      expect(sent).toContain(word);
    }
    expect(sent).not.toMatch(/Sally|Sellers/);
    expect(service.requests[0]?.login).toBe(`Basic ${Buffer.from('EZTK-test-key:').toString('base64')}`);
    const { rows } = await database.pool.query(
      'select count(*)::int from transfers where deal_id = $1 and version > 6',
      [key.id],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('is asked for once, however often and by whomever, and not for a pair that has left', async () => {
    await Promise.all([ask(), ask(), ask()]);
    await Promise.all([labels.buy(key), labels.buy(key)]);
    await ask();
    await labels.buy(key);
    expect([service.purchases, (await shown()).label?.state]).toEqual([1, 'bought']);
    await takeAs(ann, pair, 'send');
    expect(await shown()).toEqual({ canBuy: false, label: null });
    expect(problemOf(await ann.post('/desk/label', { code: pair.code }))).toEqual([409, 'step-refused']);
  });

  it.each<[Fault, string]>([
    ['error', 'GET /shipments/REFERENCE'],
    ['error', 'POST /shipments'],
    ['lost-answer', 'POST /shipments'],
    ['wrong-form', 'POST /shipments'],
    ['wrong-form', 'GET /shipments/ID'],
    ['error', 'POST /shipments/ID/buy'],
    ['lost-answer', 'POST /shipments/ID/buy'],
    ['wrong-form', 'POST /shipments/ID/buy'],
    ['error', 'GET /label.png'],
    ['wrong-form', 'GET /label.png'],
  ])('is bought once after the fault %s of %s, by the next attempt', async (fault, what) => {
    await ask();
    service.faults.set(what, fault);
    await expect(labels.buy(key)).rejects.toThrow();
    expect(service.faults.size).toBe(0);
    await labels.buy(key);
    expect([service.purchases, (await shown()).label?.state]).toEqual([1, 'bought']);
  });

  it('is bought once although it comes later than its payment, by a later attempt', async () => {
    await ask();
    service.areLabelsLate = true;
    for (const _attempt of [1, 2]) {
      await expect(labels.buy(key)).rejects.toThrow('has no label yet');
      expect((await shown()).label?.state).toBe('buying');
    }
    service.areLabelsLate = false;
    await labels.buy(key);
    expect([service.purchases, service.shipments.length, (await shown()).label?.state]).toEqual([
      1,
      1,
      'bought',
    ]);
  });

  it('is bought once although the server forgets the shipment, as after a restore of a backup', async () => {
    await ask();
    service.faults.set('GET /label.png', 'error');
    await expect(labels.buy(key)).rejects.toThrow();
    await database.pool.query('update parcel_labels set shipment_id = null where deal_id = $1', [key.id]);
    await labels.buy(key);
    expect([service.purchases, service.shipments.length, (await shown()).label?.state]).toEqual([
      1,
      1,
      'bought',
    ]);
  });

  it('that is refused can be tried again, by another shipment', async () => {
    await ask();
    service.faults.set('POST /shipments/ID/buy', 'refusal');
    await labels.buy(key);
    expect(await shown()).toMatchObject({
      canBuy: true,
      label: { state: 'refused', reason: 'EasyPost answered 422' },
    });
    await ask();
    await labels.buy(key);
    expect([service.purchases, service.shipments.map(({ isPaid }) => isPaid)]).toEqual([1, [false, true]]);
  });

  it('that is refused can be tried again before the end of its job is recorded', async () => {
    const jobs = async () =>
      (
        await database.pool.query(`select id from jobs where data->>'id' = $1 and kind = 'buy-label'`, [
          key.id,
        ])
      ).rows;
    await Promise.all([ask(), ask()]);
    expect(await jobs()).toHaveLength(1);
    const [first] = await jobs();
    service.faults.set('POST /shipments/ID/buy', 'refusal');
    await labels.buy(key);
    await ask();
    await database.pool.query('delete from jobs where id = $1', [first.id]);
    expect((await shown()).label?.state).toBe('buying');
    expect(await jobs()).toHaveLength(1);
  });

  it('is not bought for an address in another country, or for a pair that has left in the meantime', async () => {
    await buyer.post('/shipping', { ...SHIPPING, country: 'France' });
    await ask();
    await labels.buy(key);
    expect((await shown()).label?.reason).toContain('The address is not in GB.');
    await buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street: 'Buyers Lane' });
    await ask();
    await takeAs(ann, pair, 'send');
    await labels.buy(key);
    expect(service.purchases).toBe(0);
    expect(await readLabel(database.pool, key)).toMatchObject({
      state: 'refused',
      reason: 'The pair cannot be sent now.',
    });
  });

  describe('of a receiver who then changes their street', () => {
    const move = (street: string) =>
      buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street });
    const streets = () =>
      service.shipments
        .filter(({ isPaid }) => isPaid)
        .map(({ asked }) => /(?:Buyers|New) (?:Lane|Road)/.exec(JSON.stringify(asked))?.[0]);

    afterEach(() => move('Buyers Lane'));

    it('is no longer shown, and another one can be bought', async () => {
      await ask();
      await labels.buy(key);
      await move('New Road');
      expect(await shown()).toMatchObject({
        canBuy: true,
        label: {
          state: 'bought',
          image: null,
          trackingNumber: null,
          reason: expect.stringContaining('has changed their address'),
        },
      });
      await Promise.all([ask(), ask()]);
      await Promise.all([labels.buy(key), labels.buy(key)]);
      expect(streets()).toEqual(['Buyers Lane', 'New Road']);
      expect(await shown()).toMatchObject({
        canBuy: false,
        label: { reason: null, image: expect.any(String), trackingNumber: LABEL_NUMBER },
      });
    });

    it('is bought for the new street if it was not paid for before', async () => {
      await ask();
      service.faults.set('POST /shipments/ID/buy', 'error');
      await expect(labels.buy(key)).rejects.toThrow();
      await endLabel(database.pool, key, 'stopped', 'The service did not answer.');
      await move('New Road');
      await ask();
      await labels.buy(key);
      expect(streets()).toEqual(['New Road']);
      expect(await shown()).toMatchObject({ canBuy: false, label: { state: 'bought', reason: null } });
    });

    it('is not bought for the shipment of a lost answer', async () => {
      await ask();
      service.faults.set('POST /shipments', 'lost-answer');
      await expect(labels.buy(key)).rejects.toThrow();
      await move('New Road');
      await labels.buy(key);
      expect(streets()).toEqual(['New Road']);
    });

    it('is not shown if it was paid for in the meantime', async () => {
      await ask();
      service.faults.set('POST /shipments/ID/buy', 'lost-answer');
      await expect(labels.buy(key)).rejects.toThrow();
      await move('New Road');
      await labels.buy(key);
      expect([service.purchases, await shown()]).toMatchObject([1, { canBuy: true, label: { image: null } }]);
    });
  });

  it('loses its picture after 30 days', async () => {
    await ask();
    await labels.buy(key);
    await deleteOldImages(database.pool);
    expect((await shown()).label?.image).not.toBeNull();
    await database.pool.query(
      `update parcel_labels set bought_at = now() - interval '31 days' where deal_id = $1`,
      [key.id],
    );
    await deleteOldImages(database.pool);
    expect((await shown()).label).toMatchObject({
      state: 'bought',
      image: null,
      trackingNumber: LABEL_NUMBER,
    });
  });
});

it('a service that does not answer costs no more than the time limit', async () => {
  service.faults.set('GET /shipments/ID', 'silence');
  await expect(portWith(50).look('shp_1')).rejects.toThrow('did not come within');
});

it('labels need a service: without one, numbers are entered by hand', async () => {
  const other = await buildTestApp({ database, payments: { provider: 'play' } });
  await other.jobs.stop();
  const answer = await other.app.inject({
    method: 'POST',
    url: '/api/desk/label',
    payload: { uid: ann.uid, code: pair.code },
    headers: { cookie: ann.cookie, origin: PUBLIC_URL },
  });
  expect(problemOf(answer)).toEqual([409, 'labels-off']);
  await other.close();
});

it.each([
  ['United Kingdom', 'GB'],
  [' united states ', 'US'],
  ['USA', 'US'],
  ['DE', 'DE'],
  ['Atlantis', null],
  ['ZZ', null],
  ['', null],
])('the country %j has the code %s', (text, code) => {
  expect(countryCode(text)).toBe(code);
});
