import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { LightMyRequestResponse as Response } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProducts, everything } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const NAME = 'Air Test';
const JSON_TYPE = { 'content-type': 'application/json' };
/** The calls that take a body. */
const PATHS = [
  '/createUserData',
  '/shipping',
  '/payout',
  '/payment',
  '/ask',
  '/bid',
  '/sell',
  '/buy',
  '/deleteAsk',
  '/deleteBid',
];

const market = useMarket();
let user: TestUser;
/** A valid body, to be made invalid. */
let good = '';

beforeAll(async () => {
  await buildProducts(market.database, [NAME]);
  user = await buildTrader(market);
  good = JSON.stringify({ uid: user.uid, payout: 'CC' });
});

/** Posts bytes unchanged. */
function postRaw(
  path: string,
  payload: string | Buffer,
  headers: Record<string, string> = JSON_TYPE,
): Promise<Response> {
  return market.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { cookie: user.cookie, ...headers },
    payload,
  });
}

async function expectRefused(
  call: () => Promise<Response>,
  status: number,
  code: string,
  detail: unknown = expect.any(String),
): Promise<void> {
  const before = await everything(market.database);
  const answer = await call();
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { status, code, detail }]);
  expect(await everything(market.database)).toEqual(before);
}

describe('what is not JSON', () => {
  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['half an object', '{"uid":'],
    ['an object and more', '{}{}'],
    ['single quotes', "{'uid':'x'}"],
    ['a comma at the end', '{"uid":"x",}'],
    ['a comment', '{/* */"uid":"x"}'],
    ['NaN', '{"price":NaN}'],
    ['Infinity', '{"price":Infinity}'],
    ['a hexadecimal number', '{"price":0x10}'],
    ['a null byte', '{"uid":"x"}\0'],
    ['eight thousand brackets', '['.repeat(8_000)],
    ['a form', 'uid=x&payout=CC'],
    ['HTML', '<script>alert(1)</script>'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ['UTF-16', Buffer.from('{"uid":"x"}', 'utf16le')],
  ])('is refused: %s', async (_title, payload) => {
    for (const path of PATHS) {
      await expectRefused(() => postRaw(path, payload), 400, 'bad-json', 'The request is not valid JSON.');
    }
  });
});

describe('JSON that is not an object', () => {
  it.each([
    ['an empty list', '[]'],
    ['a list with an object', '[{"uid":"x"}]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['null', 'null'],
    ['true', 'true'],
    ['lists eight thousand deep', '['.repeat(8_000) + ']'.repeat(8_000)],
  ])('is refused: %s', async (_title, payload) => {
    for (const path of PATHS) {
      await expectRefused(
        () => postRaw(path, payload),
        422,
        'invalid-body',
        'The request must be a JSON object.',
      );
    }
  });

  it('is refused where no body is sent at all', async () => {
    for (const path of PATHS) {
      await expectRefused(
        () => market.app.inject({ method: 'POST', url: `/api${path}`, headers: { cookie: user.cookie } }),
        422,
        'invalid-body',
        'The request must be a JSON object.',
      );
    }
  });
});

describe('keys of JavaScript’s prototypes', () => {
  it.each([
    ['{"__proto__":{"payout":"CC"}}', 400, 'bad-json'],
    ['{"\\u005f_proto__":{"payout":"CC"}}', 400, 'bad-json'],
    ['{"constructor":{"prototype":{"payout":"CC"}}}', 400, 'bad-json'],
    ['{"thumbnail":{"__proto__":{"isAdmin":true}}}', 400, 'bad-json'],
    ['{"constructor":"x"}', 422, 'invalid-body'],
    ['{"hasOwnProperty":1,"toString":1,"valueOf":1}', 422, 'invalid-body'],
    ['{"then":"x"}', 422, 'invalid-body'],
    ['{"toJSON":"x"}', 422, 'invalid-body'],
  ])('are refused: %s', async (keys, status, code) => {
    for (const path of PATHS) {
      await expectRefused(() => postRaw(path, good.replace(/\}$/, `,${keys.slice(1)}`)), status, code);
    }
    expect(({} as Record<string, unknown>).payout).toBeUndefined();
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('and a thousand unknown keys get a short answer', async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `"key${index}":1`).join();
    const answer = await postRaw('/payout', `{${keys}}`);
    expect([answer.statusCode, answer.body.length < 500]).toEqual([422, true]);
  });

  it('and a key of fifteen thousand characters is not repeated in the answer', async () => {
    const answer = await postRaw('/payout', good.replace(/\}$/, `,"${'k'.repeat(15_000)}":1}`));
    expect([answer.statusCode, answer.body.length < 500]).toEqual([422, true]);
  });
});

describe('the type of the content', () => {
  it.each([
    ['text/plain'],
    ['text/plain; charset=utf-8'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['application/jsonx'],
    ['application/json-patch+json'],
    ['application/vnd.api+json'],
    ['application/json\ta'],
    ['text/plain; application/json'],
    ['text/plain, application/json'],
    ['json'],
    [';'],
    [''],
  ])('%j is refused, so that no form of another website can send it', async (type) => {
    for (const path of PATHS) {
      await expectRefused(
        () => postRaw(path, good, { 'content-type': type }),
        415,
        'unsupported-type',
        'Please send JSON (application/json).',
      );
    }
  });

  it.each([
    ['application/json'],
    ['application/json;charset=utf-8'],
    ['application/json; charset=UTF-8'],
    ['APPLICATION/JSON'],
  ])('%s is accepted', async (type) => {
    const answer = await postRaw('/payout', good, { 'content-type': type });
    expect([answer.statusCode, answer.body]).toEqual([200, 'Your payout is saved.']);
  });

  it('JSON with a byte order mark is accepted', async () => {
    expect((await postRaw('/payout', `\ufeff${good}`)).statusCode).toBe(200);
  });
});

describe('the size of a body', () => {
  it('may be sixteen thousand bytes and no more', async () => {
    const padding = ' '.repeat(16 * 1024 - good.length);
    expect((await postRaw('/payout', good + padding)).statusCode).toBe(200);
    for (const path of PATHS) {
      await expectRefused(
        () => postRaw(path, `${good}${padding} `),
        413,
        'too-large',
        'The request is too large.',
      );
    }
  });

  it('is checked where the header is wrong', async () => {
    for (const length of ['5', '500']) {
      await expectRefused(
        () => postRaw('/payout', good, { ...JSON_TYPE, 'content-length': length }),
        400,
        'bad-json',
      );
    }
  });
});

describe('a compressed body', () => {
  const REFUSAL = 'Please send the request without a content-encoding.';
  const bytes = Buffer.alloc(10_000_000, ' ');
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(bytes),
    deflate: deflateSync(bytes),
    br: brotliCompressSync(bytes),
    zstd: Buffer.from('28b52ffd', 'hex'),
  };

  it.each(['gzip', 'deflate', 'br', 'zstd'])('with %s is never decompressed', async (encoding) => {
    for (const path of [...PATHS, '/auth/sign-in/email', '/auth/sign-out', '/nothing']) {
      await expectRefused(
        () => postRaw(path, packed[encoding]!, { ...JSON_TYPE, 'content-encoding': encoding }),
        415,
        'unsupported-type',
        REFUSAL,
      );
    }
  });

  it.each([
    'BR',
    ' gzip',
    'x-gzip',
    'snappy',
    'compress',
    'x',
    'gzip, gzip',
    'gzip, br',
    'identity, br',
    '*',
  ])('that declares %j is refused, even if it is not compressed', async (encoding) => {
    await expectRefused(
      () => postRaw('/payout', good, { ...JSON_TYPE, 'content-encoding': encoding }),
      415,
      'unsupported-type',
      REFUSAL,
    );
  });

  it.each(['identity', 'Identity', ''])('that declares %j counts as uncompressed', async (encoding) => {
    const answer = await postRaw('/payout', good, { ...JSON_TYPE, 'content-encoding': encoding });
    expect(answer.statusCode).toBe(200);
  });
});
