import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { CALL_ADDRESSES, type CallAddress, type CallName } from '@perkex/contract/call-addresses.js';
import { CALL_EXAMPLES, EXAMPLE_DEAL, EXAMPLE_SALE } from '@perkex/contract/call-examples.js';
import { CALLS, type CallDescription } from '@perkex/contract/calls.js';
import { PROGRAM_CALLS } from '@perkex/contract/program-calls.js';
import { beforeAll, expect, it } from 'vitest';
import { DealsConsumer } from '../src/deals/deals-consumer.js';
import { consumeAll } from './consumers.js';
import { QUIET_STEPS } from './deals.js';
import { happen } from './desk-market.js';
import { listen } from './event-reader.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestUser, useMarket } from './test-app.js';

const FILE = fileURLToPath(new URL('../../contract/src/generated/example-answers.ts', import.meta.url));
const HEADING =
  '// The answers to the examples of `call-examples.ts`, shortened. Written by: npm run client\n\n';
const PRODUCTS = ['Air Jordan 1 Retro High OG Bred', 'Air Jordan 1 Low Panda'];
/** They may be refused: they need the bank, photos or a past day, which this market does not have. */
const REFUSED: readonly CallName[] = [
  ...(['paymentInstructions', 'dealReport', 'claimPhotos', 'dealPhoto', 'claimPhoto'] as const),
  ...(['marketDay', 'model'] as const),
];
const STREAMS: readonly CallName[] = ['live', 'ownLive', 'bookFeed'];
const LONGEST_LIST = 2;
const ADVICE =
  'A call that needs a query, a body or other parameters than a product has its example in contract/src/call-examples.ts.';
const OTHER_ID = '0192f0c1-7a1b-7c3d-8e4f-0000000000ff';

const market = useMarket({ payments: { provider: 'play' } });
let other: TestUser;
let headers: Record<string, string>;

beforeAll(async () => {
  await market.jobs.stop();
  await buildProducts(market.database, PRODUCTS);
  await market.database.pool.query(`update products set brand = 'Jordan'`);
  const owner = await buildTrader(market);
  other = await buildTrader(market);
  const terms = { maxOrder: null, maxDay: null, side: null, products: null, addresses: null, days: null };
  const made = await owner.post('/keys/make', {
    ...terms,
    name: 'Examples',
    scopes: ['read', 'trade', 'sell', 'money'],
  });
  headers = { authorization: `Bearer ${made.json<{ text: string }>().text}` };
});

/** The ids of this market in place of those of the examples. */
const real = new Map<string, string>();

const withReal = (text: string) =>
  [...real].reduce((all, [example, id]) => all.replaceAll(example, id), text);
const withExamples = (text: string) =>
  [...real].reduce((all, [example, id]) => all.replaceAll(id, example), text);

function urlOf(name: CallName): string {
  const { params = {}, query = {} } = CALL_EXAMPLES[name] ?? {};
  const { path }: CallAddress = CALL_ADDRESSES[name];
  const filled = path.replace(/:(\w+)(\([^)]*\))?/g, (_place, part: string) => params[part] ?? '');
  const search = new URLSearchParams(query);
  return withReal(`/api${filled}${search.size > 0 ? `?${search}` : ''}`);
}

function make(name: CallName) {
  const { method }: CallAddress = CALL_ADDRESSES[name];
  const { body } = CALL_EXAMPLES[name] ?? {};
  const payload = body && JSON.parse(withReal(JSON.stringify(body)));
  return market.app.inject({ method, url: urlOf(name), headers, ...(payload && { payload }) });
}

/** The events that a call needs before it: orders of others, and a deal. */
const BEFORE: Partial<Record<CallName, () => Promise<unknown>>> = {
  async productBook() {
    await place('ask', 220);
    await place('bid', 200);
    await place('ask', 250, '10');
    await market.consumeFeed();
  },
  async userData() {
    await consumeAll(market.database, new DealsConsumer(QUIET_STEPS));
    await market.consumeFeed();
    const { rows } = await market.database.pool.query<{ id: string; sold: boolean }>(
      'select id, seller_id <> $1 as sold from trades order by id',
      [other.uid],
    );
    real.set(EXAMPLE_DEAL, rows.find(({ sold }) => sold)?.id ?? '');
    real.set(EXAMPLE_SALE, rows.find(({ sold }) => !sold)?.id ?? '');
  },
  async deal() {
    await happen(
      market,
      { productId: 1, id: withReal(EXAMPLE_DEAL) },
      ['clock', { type: 'pay', method: 'card', carriedCents: 0 }],
      ['provider', { type: 'payment-held', callVersion: 1, amountCents: 216_00 }],
    );
  },
};

async function place(call: string, price: number, size = '9'): Promise<void> {
  const answer = await other.post(`/${call}`, { id: randomUUID(), name: PRODUCTS[0], size, price });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** The first bytes of a stream until the condition is true. */
async function beginningOf(name: CallName, isEnough: (text: string) => boolean): Promise<string> {
  const response = await fetch(`${await listen(market)}${urlOf(name)}`, {
    headers: name === 'ownLive' ? headers : {},
  });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (isEnough(text)) {
      break;
    }
    if (name !== 'bookFeed' && !text.includes('event:')) {
      const payload = { id: randomUUID(), name: PRODUCTS[0], size: '9.5', price: 260 };
      void market.app.inject({ method: 'POST', url: '/api/ask', headers, payload });
    }
  }
  return text;
}

/** The same value with short lists, and without what changes from run to run. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, LONGEST_LIST).map(stable);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, stable(each)]));
  }
  return typeof value === 'string' ? stableText(value) : value;
}

function stableText(text: string): string {
  return withExamples(text)
    .replaceAll(/\b(?!0192f0c1-)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, OTHER_ID)
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '2026-01-31T12:00:00.000Z')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '2026-01-31');
}

it('every call for programs has an example', () => {
  expect(
    Object.keys(CALL_EXAMPLES).sort(),
    'Remove the examples of other calls from contract/src/call-examples.ts. program-calls.ts says which are for programs.',
  ).toEqual([...PROGRAM_CALLS].sort());
});

it('the page for developers names each of its places once', async () => {
  const page = await market.app.inject('/api/developers');
  const html = page.json<{ html: string }>().html;
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('the examples work, and are answered as the documentation shows (npm run client writes it)', async () => {
  const answers: Record<string, unknown> = {};
  for (const name of Object.keys(CALL_EXAMPLES) as CallName[]) {
    await BEFORE[name]?.();
    if (STREAMS.includes(name)) {
      const isEnough = (text: string) => text.includes(name === 'bookFeed' ? 'event: ready' : '"product":');
      const [first = '', second = ''] = (await beginningOf(name, isEnough))
        .split('\n\n')
        .filter((each) => each.includes('event:'));
      answers[name] = stableText(`${first}\n\n${name === 'bookFeed' ? second : ''}`.trim()).replace(
        /^id: .*\n/gm,
        '',
      );
      continue;
    }
    const answer = await make(name);
    if (REFUSED.includes(name) && answer.statusCode !== 200) {
      const call: CallDescription = CALLS[name];
      expect(call.problems, name).toContain(answer.json<{ code: string }>().code);
      continue;
    }
    expect([name, answer.statusCode, answer.body], `${name}: ${ADVICE}`).toEqual([name, 200, answer.body]);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    answers[name] = isJson ? stable(answer.json()) : stableText(answer.body);
  }
  const text = `${HEADING}export const EXAMPLE_ANSWERS: Readonly<Record<string, unknown>> = ${JSON.stringify(answers, null, 2)};\n`;
  await expect(text).toMatchFileSnapshot(FILE);
});
