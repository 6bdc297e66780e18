import { expect, it } from 'vitest';
import { besiege, SMALL } from '../src/siege/siege.js';

it('strangers who attack in every way at once never have an owner refused', async () => {
  const lines: string[] = [];
  const { steps, refused, tally } = await besiege(SMALL, (line) => lines.push(line));
  console.log(lines.join('\n'));
  expect(refused).toEqual([]);
  expect(new Set(steps.map(({ what }) => what))).toContain('buy');
  // The attacks were what they are meant to be: every kind was made, and packed bodies were not unpacked.
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
