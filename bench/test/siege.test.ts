import { expect, it } from 'vitest';
import { failuresOf, outcomeOf } from '../src/siege/outcome.js';
import { besiege, SMALL } from '../src/siege/siege.js';

it('an owner is never refused while strangers attack in every way at once', async () => {
  const lines: string[] = [];
  const { steps, refused, tally } = await besiege(SMALL, (line) => lines.push(line));
  console.log(lines.join('\n'));
  expect(refused).toEqual([]);
  expect(new Set(steps.map(({ what }) => what))).toContain('buy');
  // The attacks were as intended: every kind was made, and compressed bodies were not decompressed. A busy machine may
  // send a request so late that the server no longer waits for it (408), and closes the connection before the rest
  // comes, by which the client can lose that answer (0).
  expect(Object.keys(tally).sort()).toEqual([
    'orders',
    'packed bodies',
    'reads',
    'slow connections',
    'uncached pages',
    'wrong passwords',
  ]);
  const packed = Object.keys(tally['packed bodies'] ?? {});
  expect(packed).toContain('415');
  expect(['0', '408', '415']).toEqual(expect.arrayContaining(packed));
});

/** This many steps, of which some were slow or refused. */
function steps(count: number, { slow = 0, slowMs = 1_001, refused = 0 } = {}) {
  return Array.from({ length: count }, (_, index) => ({
    what: 'home page',
    status: index < refused ? 503 : 200,
    tookMs: index >= count - slow ? slowMs : 1,
    text: '',
  }));
}

it('a full siege fails if a request of the owner was refused, or the wait exceeds one second at the 99th percentile', () => {
  const failures = (made: ReturnType<typeof steps>) => failuresOf(outcomeOf(made, {}));
  expect(failures(steps(1_000))).toEqual([]);
  expect(failures(steps(1_000, { slow: 9 }))).toEqual([]);
  expect(failures(steps(1_000, { slow: 20, slowMs: 1_000 }))).toEqual([]);
  expect(failures(steps(1_000, { slow: 10 }))).toEqual([
    'The owner waited 1001 ms at the 99th percentile; the limit is 1000 ms.',
  ]);
  expect(failures(steps(1_000, { refused: 2 }))).toEqual(["2 of the owner's requests were refused."]);
  expect(failures([])).toEqual(['The owner made no request.']);
});
