import { expect, it } from 'vitest';
import { bench, SMALL } from '../src/bench.js';
import { openBenchDatabase } from '../src/bench-database.js';

it('the benchmark runs and prints a rate for every measurement, whatever it is', async () => {
  const database = await openBenchDatabase();
  const lines: string[] = [];
  try {
    await bench(database, SMALL, (line) => lines.push(line));
  } finally {
    await database.close();
  }
  console.log(lines.join('\n'));
  expect(lines.filter((line) => /: +\d+ orders\/s/.test(line))).toHaveLength(8);
  expect(lines.filter((line) => /\d\.\d\d (times|of) /.test(line))).toHaveLength(3);
});
