import { expect, it } from 'vitest';
import { emptyTally, runHistory, type Tally } from '../../test/deal-histories.js';
import { TRANSITIONS } from './transitions.js';

/** The number of random histories: DEAL_HISTORIES=1000000 npx vitest run deals/step.fuzz */
const HISTORIES = Number(process.env.DEAL_HISTORIES ?? 5_000);
/** The seed of the first history. A failure names its own. */
const SEED = Number(process.env.DEAL_SEED ?? Date.now() % 1_000_000_000);
/** The pairs of state and event that the table can accept. */
const PAIRS = Object.values(TRANSITIONS).flatMap((rule) => Object.keys(rule.in)).length;
/** Enough for any number of histories on a slow machine. */
const TIMEOUT_MS = 60_000 + HISTORIES * 5;

it(
  'random histories agree with the reference, and their money with its rules, after every command',
  () => {
    const tally = emptyTally();
    for (let index = 0; index < HISTORIES; index += 1) {
      runHistory(SEED + index, tally);
    }
    report(tally);
    expect(tally.histories).toBe(HISTORIES);
  },
  TIMEOUT_MS,
);

function report({ histories, commands, accepted, transfers, ends, transitions, refusals }: Tally): void {
  const list = (counts: Map<string, number>) =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([key, times]) => `${key} ${times}`)
      .join(', ');
  console.log(
    [
      `${histories} histories from seed ${SEED}: ${commands} commands, ${accepted} accepted, ${transfers} transfers`,
      `${transitions.size} of ${PAIRS} pairs of state and event accepted`,
      `ends: ${list(ends)}`,
      `refusals: ${list(refusals)}`,
    ].join('\n'),
  );
}
