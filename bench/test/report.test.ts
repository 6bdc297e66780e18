import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BENCHMARKS } from '../src/benchmarks.js';
import { drawCurve, shortNumber } from '../src/report/curve.js';
import { ratioText, tableOf } from '../src/report/figure.js';
import { withSection } from '../src/report/performance-page.js';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

it('docs/performance.md has a place for the results of each benchmark', async () => {
  const page = await readFile(PAGE, 'utf8');
  for (const { name } of BENCHMARKS) {
    expect(withSection(page, name, 'measured')).toContain(
      `<!-- bench:${name} -->\nmeasured\n<!-- /bench:${name} -->`,
    );
  }
  expect(() => withSection(page, 'nothing', '')).toThrow('no marks');
});

it('a benchmark that is measured again replaces its previous results', () => {
  const page = 'before\n<!-- bench:reads -->\nold\n<!-- /bench:reads -->\nafter\n';
  const written = withSection(page, 'reads', 'new');
  expect(written).toBe('before\n<!-- bench:reads -->\nnew\n<!-- /bench:reads -->\nafter\n');
  expect(withSection(written, 'reads', 'new')).toBe(written);
});

it('a table of figures shows which targets were reached, and nothing without a target', () => {
  const figure = { name: 'reads', measured: '10/s', limit: 'bare 12/s' };
  const table = tableOf([{ ...figure, ratio: 10 / 12, target: '0.8 of bare', isReached: true }, figure]);
  const [, , first, second] = table.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(first).toBe('| reads | 10/s | bare 12/s | 0.83 | 0.8 of bare | yes |');
  expect(second).toBe('| reads | 10/s | bare 12/s | | | |');
  expect([0.0152, 0.845, 12.34, 140.2].map(ratioText)).toEqual(['0.015', '0.84', '12.34', '140']);
});

it('a curve begins at zero and has a logarithmic x axis', () => {
  const svg = drawCurve({
    name: 'curve',
    title: 'Orders < asked',
    xLabel: 'orders',
    yLabel: 'orders/s',
    points: [
      { x: 10_000, y: 6_000 },
      { x: 100_000, y: 3_000 },
      { x: 1_000_000, y: 0 },
    ],
  });
  const points =
    /points="([^"]+)"/
      .exec(svg)?.[1]
      ?.split(' ')
      .map((point) => point.split(',').map(Number)) ?? [];
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = [], [x3 = 0, y3 = 0] = []] = points;
  expect(x3 - x2).toBeCloseTo(x2 - x1);
  expect(y3 - y2).toBeCloseTo(y2 - y1);
  expect(svg).toContain('Orders &lt; asked');
  expect([999_999, 12_500, 9_840, 99.5, 2.345678].map(shortNumber)).toEqual([
    '1M',
    '12.5k',
    '9,840',
    '99.5',
    '2.35',
  ]);
});
