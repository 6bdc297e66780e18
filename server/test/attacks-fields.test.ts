import { randomUUID } from 'node:crypto';
import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts, everything } from './market.js';
import { buildTrader, PUBLIC_URL, type TestUser, useSoundMarket } from './test-app.js';

const NAME = "Air O'Brien; drop table orders; -- 👟";
const SENTENCES = /^([A-Z][^.]*\.( |$))+$/;

const market = useSoundMarket();
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
  [user, other] = await Promise.all([buildTrader(market), buildTrader(market)]);
  await other.post('/ask', order({ price: 500 }));
  await other.post('/bid', order({ price: 100 }));
});

function order(more: object = {}): Record<string, unknown> {
  return { id: randomUUID(), name: NAME, price: 300, size: '9', ...more };
}

/** Posts an order in which one field is replaced by this piece of JSON, or is missing. */
function postWith(call: string, field: string, json: string | undefined): Promise<Response> {
  const { [field]: _, ...rest } = { uid: user.uid, ...order() } as Record<string, unknown>;
  const body = JSON.stringify(rest);
  return market.app.inject({
    method: 'POST',
    url: `/api/${call}`,
    headers: { cookie: user.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' },
    payload: json === undefined ? body : body.replace(/\}$/, `,"${field}":${json}}`),
  });
}

async function expectRefused(
  calls: readonly string[],
  field: string,
  json: string | undefined,
  expected: readonly [number, string],
): Promise<void> {
  const before = await everything(market.database);
  for (const call of calls) {
    const answer = await postWith(call, field, json);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    const problem = answer.json<{ code: string; detail: string }>();
    expect([call, answer.statusCode, problem.code]).toEqual([call, ...expected]);
    expect(problem.detail).toMatch(SENTENCES);
    expect(answer.body.length).toBeLessThan(500);
  }
  expect(await everything(market.database)).toEqual(before);
}

const INVALID_PRICE = [422, 'invalid-price'] as const;
const INVALID_BODY = [422, 'invalid-body'] as const;
const UNKNOWN_PRODUCT = [404, 'unknown-product'] as const;
const UNKNOWN_SIZE = [422, 'unknown-size'] as const;

describe('a price', () => {
  it.each([
    '0',
    '-0',
    '-1',
    '1.5',
    '0.99',
    '299.99999999999997',
    '1000001',
    '1000000.5',
    '1e309',
    '-1e309',
    '1e21',
    '1e-400',
    '9007199254740993',
    '21474836.48',
    '42949673',
    '99999999999999999999999999',
  ])('of %s is refused', async (json) => {
    await expectRefused(ORDER_CALLS, 'price', json, INVALID_PRICE);
  });

  it.each([
    '"5"',
    '""',
    '"1e3"',
    '"$5"',
    'null',
    'true',
    'false',
    '[]',
    '[5]',
    '{}',
    '{"valueOf":5}',
    undefined,
  ])('of another type, %s, is a wrong body', async (json) => {
    await expectRefused(ORDER_CALLS, 'price', json, INVALID_BODY);
  });

  it('that is wrong in a body with other errors is a wrong body', async () => {
    const before = await everything(market.database);
    const answer = await user.post('/ask', order({ price: 0, size: 9 }));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual(INVALID_BODY);
    expect(await everything(market.database)).toEqual(before);
  });
});

describe('an id', () => {
  const uuid = '5f0c1f7e-1111-4111-8111-11111111111a';

  it.each([
    '""',
    '"1"',
    '"\' or 1=1 --"',
    `"${uuid}'"`,
    `"${uuid} "`,
    `"${uuid}\\u0000"`,
    `"${uuid}\\n"`,
    `"{${uuid}}"`,
    `"urn:uuid:${uuid}"`,
    `"${uuid.replaceAll('-', '')}"`,
    `"${uuid.slice(0, -1)}g"`,
    `"${uuid.replace('5', '\uff15')}"`,
    `"${'a'.repeat(10_000)}"`,
    '5',
    'null',
    'true',
    `["${uuid}"]`,
    `{"$ne":null}`,
    undefined,
  ])('that is not a UUID is refused: %s', async (json) => {
    await expectRefused(ORDER_CALLS, 'id', json, INVALID_BODY);
    const before = await everything(market.database);
    for (const call of ['deleteAsk', 'deleteBid']) {
      const answer = await postWith(call, 'id', json);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual(INVALID_BODY);
    }
    expect(await everything(market.database)).toEqual(before);
  });

  it('in upper case is the same as in lower case, for placing and for removing', async () => {
    const id = randomUUID();
    const placed = await user.post('/ask', order({ id: id.toUpperCase(), price: 900 }));
    expect(placed.statusCode).toBe(200);
    const { asks } = (await user.get(`/getUserData/${user.uid}`)).json<{ asks: { id: string }[] }>();
    expect(asks.at(-1)?.id).toBe(id);
    const reused = await user.post('/ask', order({ id, price: 901 }));
    expect([reused.statusCode, reused.json()]).toMatchObject([409, { code: 'id-reused' }]);
    expect((await user.post('/deleteAsk', { id: id.toUpperCase() })).statusCode).toBe(200);
  });

  it('of all zeros is an id like any other', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    expect((await user.post('/ask', order({ id, price: 900 }))).statusCode).toBe(200);
    expect((await user.post('/deleteAsk', { id })).statusCode).toBe(200);
  });
});

describe('a name', () => {
  it.each([
    ['SQL', `"' or '1'='1"`, UNKNOWN_PRODUCT],
    ['a pattern', '"Air%"', UNKNOWN_PRODUCT],
    ['emoji', '"👟👟👟"', UNKNOWN_PRODUCT],
    ['script', '"<script>alert(1)</script>"', UNKNOWN_PRODUCT],
    ['a key of every object', '"__proto__"', UNKNOWN_PRODUCT],
    ['text from right to left', '"\\u202eriA"', UNKNOWN_PRODUCT],
    ['nothing', '""', INVALID_BODY],
    ['spaces', '"   "', INVALID_BODY],
    ['a null byte', '"Air\\u0000"', INVALID_BODY],
    ['a line break', '"Air\\nTest"', INVALID_BODY],
    ['half of a character', '"Air \\ud83d"', INVALID_BODY],
    ['ten thousand characters', `"${'a'.repeat(10_000)}"`, INVALID_BODY],
    ['a number', '5', INVALID_BODY],
    ['null', 'null', INVALID_BODY],
    ['a list', '["Air"]', INVALID_BODY],
    ['an object', '{"toString":"x"}', INVALID_BODY],
    ['missing', undefined, INVALID_BODY],
  ])('of %s is refused', async (_title, json, expected) => {
    await expectRefused(ORDER_CALLS, 'name', json, expected);
  });

  it('of a product that contains quotes, SQL and emoji is found', async () => {
    const answer = await user.post('/ask', order({ price: 800 }));
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      `Your ask of 800$ for ${NAME}, size 9 is placed.`,
    ]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('a size', () => {
  it.each([
    ['one that the product does not have', '"47"', UNKNOWN_SIZE],
    ['another spelling', '"9.0"', UNKNOWN_SIZE],
    ['a space before', '" 9"', UNKNOWN_SIZE],
    ['a wide digit', '"\uff19"', UNKNOWN_SIZE],
    ['SQL', `"9'--"`, UNKNOWN_SIZE],
    ['a key of every object', '"toString"', UNKNOWN_SIZE],
    ['emoji', '"👟"', UNKNOWN_SIZE],
    ['nothing', '""', INVALID_BODY],
    ['a null byte', '"9\\u0000"', INVALID_BODY],
    ['half of a character', '"9\\ud83d"', INVALID_BODY],
    ['ten thousand characters', `"${'9'.repeat(10_000)}"`, INVALID_BODY],
    ['a number', '9', INVALID_BODY],
    ['null', 'null', INVALID_BODY],
    ['a list', '["9"]', INVALID_BODY],
    ['missing', undefined, INVALID_BODY],
  ])('of %s is refused', async (_title, json, expected) => {
    await expectRefused(ORDER_CALLS, 'size', json, expected);
  });
});

describe('a value that the server decides itself', () => {
  it.each([
    ['a picture of another website', { thumbnail: 'https://evil.example/x.svg' }],
    ['a script as a picture', { thumbnail: 'javascript:alert(1)' }],
    ['an object as a picture', { thumbnail: { src: 'x' } }],
    ['a date in the past', { date: '1999-01-01T00:00:00.000Z' }],
    ['a date that is none', { date: { $gt: '' } }],
    ['a null byte in both', { thumbnail: '\0', date: '\0' }],
  ])('is not changed by %s', async (_title, more) => {
    const price = 700;
    const before = new Date().toISOString();
    const ask = order({ price: 400, ...more });
    const buy = order({ price, ...more });
    expect((await user.post('/ask', ask)).statusCode).toBe(200);
    expect((await other.post('/buy', buy)).statusCode).toBe(200);
    const [sold, bought] = [await newest(user, 'sales'), await newest(other, 'purchases')];
    for (const [row, { id }] of [
      [sold, ask],
      [bought, buy],
    ] as const) {
      expect(row).toMatchObject({ id, price: 400 });
      expect(row.thumbnail).toMatch(/^\/drawings\/\d+\.svg$/);
      expect(row.date >= before && row.date <= new Date().toISOString()).toBe(true);
    }
  });

  it.each([
    'fee',
    'total',
    'status',
    'seq',
    'userId',
    'user_id',
    'side',
    'call',
    'product_id',
    'tradedPrice',
  ])('has no field %s in an order', async (field) => {
    await expectRefused(ORDER_CALLS, field, '1', INVALID_BODY);
  });

  interface Row {
    readonly thumbnail: string;
    readonly date: string;
  }

  async function newest(owner: TestUser, list: 'sales' | 'purchases'): Promise<Row> {
    const data = (await owner.get(`/getUserData/${owner.uid}`)).json<Record<typeof list, Row[]>>();
    return data[list].at(-1)!;
  }
});
