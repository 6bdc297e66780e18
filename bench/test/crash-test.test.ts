import { describe, expect, it } from 'vitest';
import { crashTest } from '../src/crash/crash-test.js';
import type { Spoiling } from '../src/crash/spoiling.js';

const TIMEOUT_MS = 300_000;
const seed = Date.now() % 1_000_000;
/** An acknowledged order is missing, or only what consumers of the feed made of it, which the audit finds. */
const LOST_OR_AUDITED = /^(Lost: |The audit after a kill )/;

it(
  'a kill -9 of PostgreSQL or of the server loses no acknowledged order',
  async () => {
    const lines: string[] = [];
    await crashTest({ rounds: 1, seed, print: (line) => lines.push(line) });
    console.log(lines.join('\n'));
    expect(lines).toHaveLength(3);
  },
  TIMEOUT_MS,
);

describe('the crash test detects within three rounds', () => {
  it.each([
    ['a database that acknowledges data not yet on the disk', 'durability-off'],
    ['an answer before the commit', 'answer-before-commit'],
  ] as const satisfies [string, Spoiling][])(
    '%s',
    async (_what, spoiling) => {
      await expect(crashTest({ rounds: 3, seed, spoiling, print: console.log })).rejects.toThrow(
        LOST_OR_AUDITED,
      );
    },
    TIMEOUT_MS,
  );
});
