import { describe, expect, it } from 'vitest';
import { crashTest } from '../src/crash/crash-test.js';
import type { Spoiling } from '../src/crash/spoiling.js';

const TIMEOUT_MS = 300_000;
const seed = Date.now() % 1_000_000;

it(
  'a kill -9 of PostgreSQL, and of the server, loses no acknowledged order',
  async () => {
    const lines: string[] = [];
    await crashTest({ rounds: 1, seed, print: (line) => lines.push(line) });
    console.log(lines.join('\n'));
    expect(lines).toHaveLength(3);
  },
  TIMEOUT_MS,
);

describe('within three rounds the crash test notices', () => {
  it.each([
    ['a database that acknowledges what is not on the disk', 'durability-off'],
    ['an answer that comes before the commit', 'answer-before-commit'],
    ['one resting order that is gone', 'lost-resting-order'],
  ] as const satisfies [string, Spoiling][])(
    '%s',
    async (_what, spoiling) => {
      await expect(crashTest({ rounds: 3, seed, spoiling, print: console.log })).rejects.toThrow(/^Lost: /);
    },
    TIMEOUT_MS,
  );
});
