import { expect, it } from 'vitest';
import { bench, SMALL } from '../src/bench.js';
import { openBenchServer } from '../src/bench-database.js';
import { measureOrders, SMALL as SMALL_ORDERS } from '../src/orders-over-http.js';
import { measureReads, SMALL as SMALL_READS } from '../src/reads.js';

it('the benchmark runs and prints a rate for every measurement, whatever it is', async () => {
  const server = await openBenchServer();
  const lines: string[] = [];
  try {
    await bench(server, SMALL, (line) => lines.push(line));
  } finally {
    await server.close();
  }
  console.log(lines.join('\n'));
  expect(lines.filter((line) => /: +\d+ orders\/s/.test(line))).toHaveLength(8);
  expect(lines.filter((line) => /\d\.\d\d (times|of) /.test(line))).toHaveLength(3);
  expect(lines.filter((line) => /^ {2}(figures|history).* sales, .* times$/.test(line))).toHaveLength(4);
});

it('reads and orders over HTTP are measured beside bare routes', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const figures = [
    ...(await measureReads(SMALL_READS, print)),
    ...(await measureOrders(SMALL_ORDERS, print)),
  ];
  console.log(lines.join('\n'));
  expect(figures).toHaveLength(14);
  for (const { measured, beside, ratio } of figures) {
    expect(`${measured}; ${beside}`).not.toMatch(/NaN|\b0\/s/);
    expect(ratio).toBeGreaterThan(0);
  }
});
