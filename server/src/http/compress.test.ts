import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { compressionFor } from './compress.js';
import { registerCompression } from './compression.js';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['zstd', null],
  ['', null],
  [undefined, null],
])('a client that accepts %s gets %s', (accepted, compression) => {
  expect([compressionFor(accepted), compressionFor(accepted)]).toEqual([compression, compression]);
});

it('answers thousands of made-up accept-encoding headers like any other', () => {
  for (let number = 0; number < 1_000; number += 1) {
    expect(compressionFor(`x${number}, gzip`)).toBe('gzip');
  }
  expect(compressionFor('br')).toBe('br');
});

describe('an answer for a single request', () => {
  const LONG = 'so long that it is worth it '.repeat(100);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

  async function answer(
    more: { type?: string; text?: string; headers?: object; status?: number },
    compression = 'br',
  ) {
    const app = fastify();
    registerCompression(app);
    app.get('/', (_request, reply) =>
      reply
        .status(more.status ?? 200)
        .type(more.type ?? 'text/plain; charset=utf-8')
        .headers({ ...more.headers })
        .send(more.text ?? LONG),
    );
    const sent = await app.inject({ url: '/', headers: { 'accept-encoding': compression } });
    await app.close();
    return sent;
  }

  it.each(['br', 'gzip'] as const)('is compressed by %s and declares it', async (compression) => {
    const { headers, rawPayload } = await answer({ headers: { vary: 'accept' } }, compression);
    expect(headers).toMatchObject({ 'content-encoding': compression, vary: 'accept, accept-encoding' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(unpack[compression](rawPayload).toString()).toBe(LONG);
  });

  it('varies by accept-encoding when sent uncompressed', async () => {
    const { headers, body } = await answer({}, 'identity');
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, 'accept-encoding', LONG]);
  });

  it.each([
    ['short', { text: 'Your bid is placed.' }],
    ['a picture', { type: 'image/png' }],
    ['compressed already', { headers: { 'content-encoding': 'deflate' } }],
    ['a part', { status: 206 }],
    ['a stream of events', { type: 'text/event-stream' }],
  ])('is not compressed when it is %s', async (_what, more) => {
    const { headers, body } = await answer(more);
    expect(headers['content-encoding']).toBe(
      (more as { headers?: Record<string, string> }).headers?.['content-encoding'],
    );
    expect(body).toBe('text' in more ? more.text : LONG);
  });
});
