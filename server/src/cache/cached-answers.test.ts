import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { pack } from '../http/compress.js';
import { CachedAnswers, type ReadyAnswersOptions } from './cached-answers.js';
import { CachedResponse } from './cached-response.js';

const TEXT = 'x'.repeat(2_000);
const answer = new CachedResponse({ type: 'text/plain', text: TEXT, vary: 'accept' }, pack, () => {});

let server: Server | null = null;

afterEach(async () => {
  server?.close();
  server = null;
});

/** A server with one cached response, at /responses; the routes behind it answer 418. */
async function open(options: Partial<ReadyAnswersOptions> = {}) {
  const counted: (string | undefined)[] = [];
  const ready = new CachedAnswers({
    responses: { ready: (key) => (key === '/responses' ? answer : null) },
    headers: { 'x-everywhere': 'yes' },
    keyOf: ({ url = '' }) => url,
    isFresh: () => false,
    count: ({ url }) => counted.push(url) > 0,
    ...options,
  });
  server = createServer((request, response) => {
    if (!ready.answer(request, response)) {
      response.writeHead(418).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const request = http.request({ port, host: '127.0.0.1', path, headers, method, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, headers: response.headers, body };
  }
  return { ask, ready, counted };
}

it('serves a cached response with the server headers and its own', async () => {
  const { ask, counted } = await open();
  const { status, headers, body } = await ask('/responses');
  expect([status, body, headers['x-everywhere'], headers.vary]).toEqual([
    200,
    TEXT,
    'yes',
    'accept-encoding, accept',
  ]);
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '2000',
    etag: answer.etag,
  });
  expect(counted).toEqual(['/responses']);
});

it('answers 304 to a client that has the response', async () => {
  const { ask } = await open();
  const { status, headers, body } = await ask('/responses', { 'if-none-match': answer.etag });
  expect([status, body, headers['x-everywhere'], headers.etag]).toEqual([304, '', 'yes', answer.etag]);
  expect((await ask('/responses', { 'if-none-match': 'W/"another"' })).status).toBe(200);
});

it('leaves a missing encoding to the routes until it exists', async () => {
  const { ask, counted } = await open();
  expect((await ask('/responses', { 'accept-encoding': 'br' })).status).toBe(418);
  expect(counted).toEqual([]);
  await answer.form('br');
  expect((await ask('/responses', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
});

it.each(['HEAD', 'POST', 'OPTIONS', 'DELETE'])('leaves a %s request to the routes', async (method) => {
  const { ask } = await open();
  expect((await ask('/responses', {}, method)).status).toBe(418);
});

it('leaves uncached, special and rate-limited requests to the routes', async () => {
  const whole = await open();
  expect((await whole.ask('/other')).status).toBe(418);
  expect(whole.counted).toEqual([]);
  server?.close();
  const lookedAt = await open({ keyOf: () => null });
  expect((await lookedAt.ask('/responses')).status).toBe(418);
  server?.close();
  const tooMany = await open({ count: () => false });
  expect((await tooMany.ask('/responses')).status).toBe(418);
});

it('leaves everything to the routes once it is closed', async () => {
  const { ask, ready } = await open();
  ready.close();
  expect((await ask('/responses')).status).toBe(418);
});

it('leaves a stale response to the routes if the caller may know of the change', async () => {
  const ready = (_key: string, isFresh = false) => (isFresh ? null : answer);
  const { ask } = await open({
    responses: { ready },
    isFresh: ({ headers }) => headers.authorization !== undefined,
  });
  expect((await ask('/responses')).status).toBe(200);
  expect((await ask('/responses', { authorization: 'Bearer key' })).status).toBe(418);
});
