import { randomUUID } from 'node:crypto';
import type { ClaimPhoto, DeskPhoto } from '@perkex/contract/desk-photos.js';
import type { UserExport } from '@perkex/contract/user-export.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeClaimPhotos } from '../src/verification/claim-photos.js';
import {
  addPhoto,
  buildMember,
  happen,
  makeMember,
  PHOTO,
  payAndShip,
  problemOf,
  readAs,
  type TestPair,
  takeAs,
  trade,
} from './desk-market.js';
import { buildProducts } from './market.js';
import { takePartyStep } from './market-deals.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const NAME = 'Claim Runner';
const SIZES = ['7', '8', '9', '10', '11'];

const market = useMarket({ payments: { provider: 'play' } });
let seller: TestUser;
let buyer: TestUser;
let ann: TestUser;
let fin: TestUser;
let pair: TestPair;
let tradeCount = 0;

beforeAll(async () => {
  await market.jobs.stop();
  await buildProducts(market.database, [NAME], SIZES);
  seller = await buildTrader(market, 'sally@shop.example');
  buyer = await buildTrader(market, 'bert@shop.example');
  ann = await buildMember(market, 'ann', 'desk');
  fin = await buildMember(market, 'fin', 'finance');
});

beforeEach(async () => {
  pair = await trade(market, { seller, buyer }, { name: NAME, size: SIZES[tradeCount++] ?? '' });
  await payAndShip(market, pair, seller);
  await takeAs(ann, pair, 'receive');
});

describe('a picture of a claim', () => {
  const picturesOf = async (user: TestUser) =>
    (await user.get(`/deals/${pair.key.id}/claim-photos`)).json<{ photos: ClaimPhoto[]; canAdd: boolean }>();
  const add = (user: TestUser, more: object = {}) =>
    user.post('/deals/claim-photos', { deal: pair.key.id, id: randomUUID(), content: PHOTO, ...more });

  async function claims(): Promise<void> {
    await happen(
      market,
      pair.key,
      ['member', { type: 'pass' }],
      ['member', { type: 'send' }],
      ['provider', { type: 'parcel-arrived' }],
    );
    const claim = { type: 'claim', problem: 'damaged', reason: 'A hole in the sole' };
    expect((await takePartyStep(buyer, pair.key, claim)).statusCode).toBe(200);
  }

  it('is seen by its author and the desk alone, and counts once', async () => {
    await claims();
    const id = randomUUID();
    expect((await add(buyer, { id })).json()).toMatchObject({ photos: [{ id }], canAdd: true });
    expect((await add(buyer, { id })).json()).toMatchObject({ photos: [{ id }] });
    const own = await buyer.get(`/deals/${pair.key.id}/claim-photos/${id}`);
    expect(own.json()).toEqual({ image: expect.stringMatching(/^data:image\/jpeg;base64,/) });
    expect((await readAs(ann, pair)).claimPhotos).toEqual((await picturesOf(buyer)).photos);
    expect((await ann.get(`/desk/deals/${pair.code}/claim-photos/${id}`)).json()).toEqual(own.json());
    expect(problemOf(await ann.get(`/desk/deals/${pair.code}/photos/${id}`))).toEqual([404, 'unknown-photo']);
    expect(await picturesOf(seller)).toEqual({ photos: [], canAdd: false });
    const ofClaim = `/deals/${pair.key.id}/claim-photos/${id}`;
    for (const other of [seller, fin]) {
      expect(problemOf(await other.get(ofClaim))).toEqual([404, 'unknown-deal']);
    }
    expect(problemOf(await add(seller))).toEqual([404, 'unknown-deal']);
    const [{ hash } = { hash: '' }] = (await picturesOf(buyer)).photos;
    const open = await market.app.inject({ url: `/pictures/claim-${pair.key.id}-${hash}.jpg` });
    expect(open.statusCode).toBe(404);
    const { claimPhotos } = (await buyer.get('/export')).json<UserExport>();
    expect(claimPhotos).toEqual([{ deal: pair.key.id, at: expect.any(String), ...own.json<object>() }]);
    expect((await seller.get('/export')).json()).toMatchObject({ claimPhotos: [] });
  });

  it('of a member who is the buyer is hidden from them at the desk', async () => {
    await claims();
    const id = randomUUID();
    await add(buyer, { id });
    await makeMember(market, buyer, 'bertie', 'desk');
    expect((await readAs(buyer, pair)).claimPhotos).toEqual([]);
    const answer = await buyer.get(`/desk/deals/${pair.code}/claim-photos/${id}`);
    expect(problemOf(answer)).toEqual([404, 'unknown-photo']);
    await market.database.pool.query('update members set role = null where user_id = $1', [buyer.uid]);
  });

  it('is refused if it is not a picture, too large, one too many, or no claim is open', async () => {
    expect(problemOf(await add(buyer))).toEqual([409, 'no-open-claim']);
    await claims();
    const text = Buffer.from('no picture at all').toString('base64');
    expect(problemOf(await add(buyer, { content: text }))).toEqual([422, 'unreadable-photo']);
    expect(problemOf(await add(buyer, { content: 'A'.repeat(1_333_400) }))).toEqual([422, 'invalid-body']);
    expect(problemOf(await add(buyer, { content: 'A'.repeat(3_000_000) }))).toEqual([413, 'too-large']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(buyer)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
    expect(problemOf(await add(buyer))).toEqual([409, 'too-many-photos']);
    await takeAs(ann, pair, 'refuse-claim');
    expect(problemOf(await add(buyer))).toEqual([409, 'too-many-photos']);
    expect(await picturesOf(buyer)).toMatchObject({ canAdd: false });
  });

  it('is removed with its file once the buyer is erased and the deal has ended', async () => {
    await claims();
    await add(buyer);
    const [{ hash } = { hash: '' }] = (await picturesOf(buyer)).photos;
    const { pool } = market.database;
    const remove = () => removeClaimPhotos(pool, market.pictures, 'buyer', [pair.key]);
    await removeClaimPhotos(pool, market.pictures, 'seller', [pair.key]);
    expect(await market.pictures.has(`claim-${pair.key.id}-${hash}.jpg`)).toBe(true);
    await remove();
    await remove();
    expect(await market.pictures.has(`claim-${pair.key.id}-${hash}.jpg`)).toBe(false);
    expect((await picturesOf(buyer)).photos).toEqual([]);
  });
});

describe('a photo of the desk', () => {
  it('whose file is missing or another one is a refusal with a code', async () => {
    const { id, hash } = (await addPhoto(ann, pair, 'parcel')).json<DeskPhoto>();
    const read = (photo: string) => ann.get(`/desk/deals/${pair.code}/photos/${photo}`);
    const name = `deal-${hash}.jpg`;
    const file = await market.pictures.read(name);
    await market.pictures.remove(name);
    expect(problemOf(await read(id))).toEqual([404, 'photo-missing']);
    await market.pictures.write(name, Buffer.from('another'), 'image/jpeg');
    expect(problemOf(await read(id))).toEqual([404, 'photo-missing']);
    await market.pictures.remove(name);
    await market.pictures.write(name, file ?? Buffer.alloc(0), 'image/jpeg');
    expect((await read(id)).statusCode).toBe(200);
  });
});
