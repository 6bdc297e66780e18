import { expect, it } from 'vitest';
import { crashTest } from '../src/crash/crash-test.js';

it('a kill -9 of the server, and of its PostgreSQL, loses no acknowledged order', async () => {
  const lines: string[] = [];
  await crashTest(1, (line) => lines.push(line));
  console.log(lines.join('\n'));
  expect(lines).toHaveLength(2);
}, 120_000);
