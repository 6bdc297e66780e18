import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useMarket } from './test-app.js';

interface Call {
  readonly summary?: string;
  readonly parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly responses: Record<string, { content?: Record<string, { readonly schema: Schema }> }>;
}

interface Schema {
  readonly $ref?: string;
  readonly properties: object;
  readonly required: string[];
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Call>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const market = useMarket();
let document: Document;

beforeAll(async () => {
  const answer = await market.app.inject('/api/openapi.json');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  document = answer.json<Document>();
});

/** The schema at this place, or under the name that it refers to. */
function schemaIn(content: Record<string, { readonly schema: Schema }>): Schema {
  const { schema } = content['application/json']!;
  return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!;
}

const ORDER = ['uid', 'id', 'name', 'price', 'size', 'thumbnail', 'date'];
const PLACED = [...ORDER, 'late', 'replaces', 'confirmedPrice'];
const SHIPPING = ['name', 'surname', 'street', 'street_number', 'city', 'zip', 'country', 'phone', 'uid'];

describe('the description of the calls', () => {
  it('is generated once, however often it is requested', async () => {
    const write = vi.spyOn(JSON, 'stringify');
    const answers = await Promise.all(
      ['/api/openapi.json', '/api/docs/json', '/api/docs/json'].map((url) => market.app.inject(url)),
    );
    const written = write.mock.calls.filter(([value]) => typeof value === 'object' && 'openapi' in value);
    write.mockRestore();
    expect(answers.map((answer) => answer.json())).toEqual(Array(3).fill(document));
    expect(written).toEqual([]);
  });

  it.each([
    ['/api/shipping', [...SHIPPING, 'base'], SHIPPING],
    ['/api/payout', ['uid', 'payout'], ['uid', 'payout']],
    ['/api/payment', ['uid', 'payment'], ['uid', 'payment']],
    ['/api/createUserData', ['uid'], ['uid']],
    ['/api/sell', [...PLACED, 'relist'], ORDER.slice(0, 5)],
    ['/api/ask', [...PLACED, 'expiresIn', 'relist'], ORDER.slice(0, 5)],
    ['/api/buy', PLACED, ORDER.slice(0, 5)],
    ['/api/bid', [...PLACED, 'expiresIn'], ORDER.slice(0, 5)],
    ['/api/deleteAsk', [...ORDER, 'productId'], ['uid', 'id']],
    ['/api/deleteBid', [...ORDER, 'productId'], ['uid', 'id']],
  ])('says what to send to POST %s', (path, fields, required) => {
    const call = document.paths[path]!.post!;
    const schema = schemaIn(call.requestBody!.content);
    expect(Object.keys(schema.properties).sort()).toEqual([...fields].sort());
    expect([...schema.required].sort()).toEqual([...required].sort());
    expect(call.summary).toMatch(/^[A-Z]/);
    expect(Object.keys(call.responses['200']!.content!)).toEqual(['text/plain']);
    expect(Object.keys(call.responses['4XX']!.content!)).toEqual(['application/problem+json']);
  });

  it.each([
    ['/api', ['name', 'after']],
    ['/api/prices', ['name', 'size']],
    ['/api/trending', []],
    ['/api/{id}', ['id']],
    ['/api/{id}/history', ['size', 'range', 'id']],
    ['/api/{id}/figures', ['size', 'id']],
    ['/api/market', ['period']],
    ['/api/market/tape', ['before', 'limit']],
    ['/api/market/index', ['range']],
    ['/api/getUserData/{uid}', ['uid']],
    ['/api/health', []],
  ])('says what GET %s takes and answers', (path, parameters) => {
    const call = document.paths[path]!.get!;
    expect((call.parameters ?? []).map(({ name }) => name)).toEqual(parameters);
    expect(Object.keys(call.responses['200']!.content!)).toEqual(['application/json']);
  });

  it.each([
    ['/api/{id}/sales', ['size', 'before', 'limit', 'id']],
    ['/api/{id}/book', ['size', 'id']],
  ])('says that GET %s can also answer with a table', (path, parameters) => {
    const call = document.paths[path]!.get!;
    expect((call.parameters ?? []).map(({ name }) => name)).toEqual(parameters);
    expect(Object.keys(call.responses['200']!.content!)).toEqual(['application/json', 'text/csv']);
  });

  it('names the calls of the identity service, and only those that exist', () => {
    const calls = Object.keys(document.paths).filter((path) => path.startsWith('/api/auth/'));
    expect(calls.map((path) => path.slice('/api/auth/'.length)).sort()).toEqual([
      'account/delete',
      'email',
      'email-proof',
      'email-proof/confirm',
      'email-proof/send',
      'email/confirm',
      'events',
      'get-session',
      'github/cancel',
      'github/finish',
      'github/link',
      'github/start',
      'github/unlink',
      'password',
      'prove',
      'prove/send-code',
      'request-password-reset',
      'reset-password',
      'reset-password/describe',
      'second-factor/app/confirm',
      'second-factor/app/off',
      'second-factor/app/start',
      'second-factor/confirm',
      'second-factor/phone/confirm',
      'second-factor/phone/off',
      'second-factor/phone/start',
      'second-factor/recovery',
      'second-factor/send-code',
      'security',
      'sessions/end',
      'sessions/end-others',
      'sign-in/email',
      'sign-out',
      'sign-up/email',
    ]);
  });

  it.each([
    ['sign-up/email', ['email', 'name', 'password', 'rememberMe'], ['email', 'password']],
    ['sign-in/email', ['email', 'password', 'rememberMe'], ['email', 'password']],
    ['request-password-reset', ['email'], ['email']],
    ['reset-password', ['newPassword', 'token'], ['newPassword', 'token']],
    ['second-factor/confirm', ['code', 'factor', 'trustDevice'], ['code', 'factor']],
    ['second-factor/phone/start', ['password', 'phone'], ['phone']],
    ['password', ['newPassword', 'password'], ['newPassword']],
  ])('says what to send to the identity service’s %s, and how it refuses', (call, fields, required) => {
    const { requestBody, responses } = document.paths[`/api/auth/${call}`]!.post!;
    const schema = schemaIn(requestBody!.content);
    expect(Object.keys(schema.properties).sort()).toEqual(fields);
    expect([...schema.required].sort()).toEqual(required);
    expect(Object.keys(responses['200']!.content!)).toEqual(['application/json']);
    expect(schemaIn(responses['4XX']!.content!).properties).toMatchObject({ code: {}, message: {} });
  });

  it('defines a price', () => {
    const schema = schemaIn(document.paths['/api/ask']!.post!.requestBody!.content);
    expect(schema.properties).toMatchObject({ price: { type: 'integer', minimum: 1, maximum: 1_000_000 } });
  });
});

describe('the page that shows the description', () => {
  it.each(['/api/docs', '/api/docs/'])(
    'opens at %s, and everything it needs exists and may load',
    async (address) => {
      const page = await market.app.inject(address);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const assets = [...page.body.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)];
      expect(assets.length).toBeGreaterThanOrEqual(5);
      for (const [, asset] of assets) {
        const { pathname, origin } = new URL(asset!, `http://localhost${address}`);
        const answer = await market.app.inject(pathname);
        expect([origin, answer.statusCode, pathname]).toEqual(['http://localhost', 200, pathname]);
        expect(answer.headers['content-type']).toMatch(typeOf(pathname));
      }
    },
  );

  it('needs no inline script, style or handler, so the policy of all pages holds', async () => {
    const page = await market.app.inject('/api/docs');
    expect(page.body.replaceAll(/<script src="[^"]+" charset="UTF-8">\s*<\/script>/g, '')).not.toMatch(
      /<script|<style|javascript:|\son\w+=|\sstyle=/i,
    );
    const products = await market.app.inject('/api/');
    const policy = page.headers['content-security-policy'];
    expect(policy).toBe(products.headers['content-security-policy']);
    // It would turn http into https wherever https is not served, and the page would stay blank.
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('reads the same description', async () => {
    expect((await market.app.inject('/api/docs/json')).json()).toEqual(document);
  });

  it('serves no file but its own', async () => {
    for (const path of ['static/../package.json', 'static/%2e%2e/package.json', 'static/..%2fpackage.json']) {
      expect((await market.app.inject(`/api/docs/${path}`)).statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

function typeOf(path: string): RegExp {
  return path.endsWith('.js') ? /javascript/ : path.endsWith('.css') ? /^text\/css/ : /^image\//;
}
