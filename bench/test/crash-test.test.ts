import { describe, expect, it } from 'vitest';
import { crashTest } from '../src/crash/crash-test.js';
import type { Spoiling } from '../src/crash/spoiling.js';

const TIMEOUT_MS = 300_000;
const seed = Date.now() % 1_000_000;
/** An acknowledged order is missing. */
const LOST = /^Lost: /;
/** If all commits are answered too early, those of the feed's consumers are lost, too. Only the audit finds that. */
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

/** Usually the first kill finds it, unless a commit of another connection has just written the log. */
describe('the crash test detects within ten rounds', () => {
  it.each([
    ['a database that acknowledges data not yet on the disk', 'durability-off', LOST],
    ['an answer before the commit', 'answer-before-commit', LOST_OR_AUDITED],
  ] as const satisfies [string, Spoiling, RegExp][])(
    '%s',
    async (_what, spoiling, failure) => {
      await expect(crashTest({ rounds: 10, seed, spoiling, print: console.log })).rejects.toThrow(failure);
    },
    TIMEOUT_MS,
  );
});
