import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { QUICK } from '../http/compress.js';
import { type PackThread, packThread } from './pack-thread.js';

const BYTES = Buffer.from('Air Jordan 1 Retro High '.repeat(200));

let thread: PackThread;

beforeEach(() => {
  thread = packThread();
});

afterEach(() => thread.close());

it('compresses the bytes, which stay as they are', async () => {
  const [br, gzip] = await Promise.all([thread.pack(BYTES, 'br', QUICK), thread.pack(BYTES, 'gzip', QUICK)]);
  expect([brotliDecompressSync(br), gunzipSync(gzip)]).toEqual([BYTES, BYTES]);
  expect(br.length).toBeLessThan(BYTES.length);
});

it('compresses them without the thread after it has ended', async () => {
  await thread.close();
  expect(gunzipSync(await thread.pack(BYTES, 'gzip', QUICK))).toEqual(BYTES);
});

it.runIf(process.platform === 'linux')(
  'has a low priority, in contrast to the thread that orders have',
  async () => {
    const before = new Set(threads());
    await thread.pack(BYTES, 'br', QUICK);
    const started = threads().filter((id) => !before.has(id));
    const usual = getPriority();
    expect([niceOf(String(process.pid)), started.map(niceOf)]).toEqual([
      usual,
      expect.arrayContaining([Math.max(usual, 10)]),
    ]);
  },
);

function threads(): string[] {
  return readdirSync('/proc/self/task');
}

/** The 19th field; the second one has the name, which may contain spaces. */
function niceOf(id: string): number {
  const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
