import { expect, it } from 'vitest';
import { bench, SMALL } from '../src/bench.js';
import { openBenchServer } from '../src/bench-database.js';

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
