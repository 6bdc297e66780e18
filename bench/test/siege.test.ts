import { expect, it } from 'vitest';
import { besiege, SMALL } from '../src/siege/siege.js';

it('an owner is never refused while strangers attack in every way at once', async () => {
  const lines: string[] = [];
  const { steps, refused, tally } = await besiege(SMALL, (line) => lines.push(line));
  console.log(lines.join('\n'));
  expect(refused).toEqual([]);
  expect(new Set(steps.map(({ what }) => what))).toContain('buy');
  // The attacks were as intended: every kind was made, and compressed bodies were not decompressed.
  expect(Object.keys(tally).sort()).toEqual([
    'orders',
    'packed bodies',
    'reads',
    'slow connections',
    'uncached pages',
    'wrong passwords',
  ]);
  expect(Object.keys(tally['packed bodies'] ?? {})).toEqual(['415']);
}, 120_000);
