import { SERVER_HEADER } from '@perkex/contract/live-limits.js';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { validatorCompiler } from '../http/validation.js';
import { invalidatedTags } from '../invalidated-tags.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { answerCached, jsonContent } from './cached-call.js';
import { ResponseCache } from './response-cache.js';

const PROCESS_ID = 'this';

let app: FastifyInstance;
let responses: ResponseCache;
let staleMs: number;
let reads: number;

beforeEach(async () => {
  staleMs = 0;
  reads = 0;
  responses = new ResponseCache({
    processId: PROCESS_ID,
    feed: { subscribe: async () => () => {}, isUpToDate: () => true, poll: async () => {} },
    invalidatedBy: invalidatedTags,
    limit: {
      runInSlot: (_visitor, work) => work(),
      maxMs: () => staleMs,
      isPressed: () => false,
      canRecompute: () => true,
    },
    clock: { steadyMs: () => 1_000, wallMs: () => 0 },
  });
  await responses.follow();
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  answerCached(app, responses, 'productFigures', () => ({
    key: '/api/1/figures',
    make: async () => {
      reads += 1;
      return jsonContent(reads) as never;
    },
  }));
});

async function read(headers: Record<string, string> = {}): Promise<number> {
  return (await app.inject({ url: '/1/figures', headers })).json();
}

function change(): void {
  responses.onEntry({ stream: 'a', seq: 1, changes: CHANGED_PRODUCTS.of([1]) });
}

it('a call is never stale while reads do not wait', async () => {
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
  change();
  expect(await read()).toBe(2);
});

it('a call may be stale under load, except for callers who may know of the change', async () => {
  staleMs = 250;
  expect(await read()).toBe(1);
  const knowing = [
    { [SERVER_HEADER]: PROCESS_ID },
    { [SERVER_HEADER]: 'another' },
    { authorization: 'Bearer key' },
    { cookie: 'changed=1' },
  ];
  for (const [index, headers] of knowing.entries()) {
    change();
    expect(await read({ cookie: 'theme=dark' })).toBe(index + 1);
    expect(await read(headers)).toBe(index + 2);
  }
});
