import {
  BLANK_ORDER_ROW,
  BLANK_SALE_ROW,
  type UserData,
  userDataSchema,
} from '@perkex/contract/user-data.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SHIPPING, signUp, type TestUser, useMarket } from './test-app.js';

const NO_SHIPPING = Object.fromEntries(Object.keys(SHIPPING).map((field) => [field, '']));

const market = useMarket();
let user: TestUser;

beforeAll(async () => {
  user = await signUp(market);
});

async function dataOf({ get, uid }: TestUser): Promise<UserData> {
  const answer = await get(`/getUserData/${uid}`);
  expect(answer.statusCode).toBe(200);
  expect(z.parse(userDataSchema, answer.json())).toEqual(answer.json());
  return answer.json<UserData>();
}

function expectSentence(answer: Response, sentence: string): void {
  expect([answer.statusCode, answer.body]).toEqual([200, sentence]);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
}

/** Expects a call to be refused as a wrong body, with this reason, and to leave the user's data unchanged. */
async function expectInvalid(path: string, body: object, detail: string | RegExp): Promise<void> {
  const before = await dataOf(user);
  const answer = await user.post(path, body);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    {
      type: 'about:blank',
      requestId: expect.any(String),
      title: 'Unprocessable Entity',
      status: 422,
      code: 'invalid-body',
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    },
  ]);
  expect(await dataOf(user)).toEqual(before);
}

async function accountRows(): Promise<unknown[]> {
  return (await market.database.pool.query('select * from accounts order by user_id')).rows;
}

describe('the data of a new user', () => {
  it('are created at the first read, with nothing but blank rows', async () => {
    const newcomer = await signUp(market);
    expect(await dataOf(newcomer)).toEqual({
      asks: [BLANK_ORDER_ROW],
      bids: [BLANK_ORDER_ROW],
      sales: [BLANK_SALE_ROW],
      purchases: [BLANK_SALE_ROW],
      shipping: NO_SHIPPING,
      payout: { type: '' },
      payment: { type: '' },
    });
    expect(BLANK_SALE_ROW).toEqual({
      id: '',
      productId: null,
      name: '',
      brand: null,
      price: null,
      size: '',
      thumbnail: '',
      total: null,
      date: '',
      deal: null,
    });
  });

  it('are created once when ten reads arrive together', async () => {
    const newcomer = await signUp(market);
    const looks = await Promise.all(Array.from({ length: 10 }, () => dataOf(newcomer)));
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1);
  });

  it.each(['/createUserData/', '/createUserData'])(
    'are created by POST %s, which may be repeated',
    async (path) => {
      const newcomer = await signUp(market);
      expectSentence(await newcomer.post(path), 'Your account is ready.');
      await newcomer.post('/payout', { payout: 'CC' });
      const before = await accountRows();
      expectSentence(await newcomer.post(path), 'Your account is ready.');
      expect(await accountRows()).toEqual(before);
    },
  );

  it('are not created from a body with unknown fields', async () => {
    await expectInvalid('/createUserData/', { payout: 'CC' }, 'There is no field payout in this call.');
  });
});

describe('shipping', () => {
  it('is saved as it was typed, and the latest version counts', async () => {
    expectSentence(await user.post('/shipping', SHIPPING), 'Your shipping is saved.');
    expect((await dataOf(user)).shipping).toEqual(SHIPPING);
    const moved = {
      ...SHIPPING,
      street: `O'Brien "Lane" \\ % _ <script>alert(1)</script>`,
      city: 'Zürich 👟',
      zip: "'); select 1 --",
    };
    await user.post('/shipping', moved);
    expect((await dataOf(user)).shipping).toEqual(moved);
  });

  it('is not changed from a base that is no longer stored, except by a resend', async () => {
    const owner = await signUp(market);
    expectSentence(
      await owner.post('/shipping', { ...SHIPPING, base: NO_SHIPPING }),
      'Your shipping is saved.',
    );
    const moved = { ...SHIPPING, city: 'Paris' };
    for (const _sending of ['first', 'again']) {
      expectSentence(await owner.post('/shipping', { ...moved, base: SHIPPING }), 'Your shipping is saved.');
    }
    for (const base of [SHIPPING, NO_SHIPPING]) {
      const refused = await owner.post('/shipping', { ...SHIPPING, phone: '5550199', base });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: 'shipping-changed' });
    }
    expect((await dataOf(owner)).shipping).toEqual(moved);
    // A request without a base always replaces the address.
    await owner.post('/shipping', SHIPPING);
    expect((await dataOf(owner)).shipping).toEqual(SHIPPING);
  });

  it('changes once when two changes from the same base arrive together', async () => {
    const owner = await signUp(market);
    await owner.post('/shipping', SHIPPING);
    const answers = await Promise.all(
      ['Paris', 'Rome', 'Lyon'].map((city) => owner.post('/shipping', { ...SHIPPING, city, base: SHIPPING })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  it('of one user is not visible to another', async () => {
    const other = await signUp(market);
    await other.post('/shipping', { ...SHIPPING, name: 'Grace', surname: 'Hopper' });
    expect((await dataOf(user)).shipping).not.toMatchObject({ name: 'Grace' });
    expect((await dataOf(other)).shipping).toMatchObject({ name: 'Grace', surname: 'Hopper' });
  });

  it.each([
    ['name', '', 'Name is required.'],
    ['name', '   ', 'Name is required.'],
    ['name', 'Zoë', 'Name can only contain english characters.'],
    ['name', 'Ada 2', 'Name can only contain english characters.'],
    ['name', 'Ada\u0430', 'Name can only contain english characters.'],
    ['surname', '', 'Last Name is required.'],
    ['surname', 'Лавлейс', 'Last Name can only contain english characters.'],
    ['surname', "O'Brien", 'Last Name can only contain english characters.'],
    ['country', '', 'Country is required.'],
    ['street', '', 'Street Address is required.'],
    ['street', '\u2003\u00a0', 'Street Address is required.'],
    ['street_number', '', 'Street Number is required.'],
    ['city', '', 'City is required.'],
    ['zip', '', 'Postal Code is required.'],
    ['phone', '', 'Phone is required.'],
  ])('with %s %j says: %s', async (field, value, detail) => {
    await expectInvalid('/shipping', { ...SHIPPING, [field]: value }, detail);
  });

  it.each(Object.keys(SHIPPING))('without %s is refused as with an empty value', async (field) => {
    await expectInvalid('/shipping', { ...SHIPPING, [field]: undefined }, /^[A-Z][A-Za-z ]+ is required\.$/);
    await expectInvalid('/shipping', { ...SHIPPING, [field]: null }, /^[A-Z][A-Za-z ]+ is required\.$/);
    await expectInvalid('/shipping', { ...SHIPPING, [field]: 5 }, /^[A-Z][A-Za-z ]+ is required\.$/);
    await expectInvalid('/shipping', { ...SHIPPING, [field]: ['a'] }, /^[A-Z][A-Za-z ]+ is required\.$/);
  });

  it('with nothing filled in reports everything that is missing', async () => {
    await expectInvalid(
      '/shipping',
      {},
      'Name is required. Last Name is required. Street Address is required. Street Number is required. ' +
        'City is required. Postal Code is required. Country is required. Phone is required.',
    );
  });

  it.each([
    ['street', 'a'.repeat(201), 'The street must have at most 200 characters.'],
    ['city', 'a\u0000b', 'The city must not contain control characters.'],
    ['phone', '555\n0100', 'The phone must not contain control characters.'],
    ['zip', 'N1\ud800', 'The zip must be well-formed text.'],
  ])('with a %s that no parcel needs is refused', async (field, value, detail) => {
    await expectInvalid('/shipping', { ...SHIPPING, [field]: value }, detail);
  });

  it('does not accept fields that users cannot set', async () => {
    await expectInvalid('/shipping', { ...SHIPPING, payout: 'CC' }, 'There is no field payout in this call.');
    await expectInvalid(
      '/shipping',
      { ...SHIPPING, base: { ...NO_SHIPPING, city: 'x'.repeat(101) } },
      /at most 100/,
    );
    await expectInvalid('/shipping', { ...SHIPPING, base: { city: 'Paris' } }, /./);
    await expectInvalid(
      '/shipping',
      { ...SHIPPING, address: 'x' },
      'There is no field address in this call.',
    );
    await expectInvalid(
      '/shipping',
      { ...SHIPPING, '<img src=x>': 'x' },
      'There is a field that this call does not have.',
    );
  });
});

describe.each([
  { setting: 'payout' as const, sentence: 'Your payout is saved.' },
  { setting: 'payment' as const, sentence: 'Your payment is saved.' },
])('$setting', ({ setting, sentence }) => {
  it.each(['PAYPAL', 'CC', 'CC'])('can be %s', async (type) => {
    expectSentence(await user.post(`/${setting}`, { [setting]: type }), sentence);
    expect((await dataOf(user))[setting]).toEqual({ type });
  });

  it.each(['', 'paypal', 'BTC', 'CC ', 'PAYPAL,CC', null, 5, true, ['CC'], { type: 'CC' }, undefined])(
    'cannot be %j',
    async (type) => {
      await expectInvalid(`/${setting}`, { [setting]: type }, `The ${setting} must be PAYPAL or CC.`);
    },
  );

  it('does not accept other fields', async () => {
    const detail = 'There is no field street in this call.';
    await expectInvalid(`/${setting}`, { [setting]: 'CC', street: 'Main' }, detail);
  });

  it('leaves the other settings as they are', async () => {
    await user.post('/shipping', SHIPPING);
    const { [setting]: _, ...others } = await dataOf(user);
    await user.post(`/${setting}`, { [setting]: 'PAYPAL' });
    expect(await dataOf(user)).toEqual({ ...others, [setting]: { type: 'PAYPAL' } });
  });
});
