import { expect, it } from 'vitest';
import { measureStreams, SMALL } from '../src/streams/streams.js';

it('every open stream gets every order, in its own process and through another', async () => {
  const lines: string[] = [];
  await measureStreams(SMALL, (line) => lines.push(line));
  console.log(lines.join('\n'));
  const counts = lines.flatMap((line) => [...line.matchAll(/(\d+) of (\d+) events/g)]);
  expect(counts).toHaveLength(2);
  for (const [, heard, all] of counts) {
    expect(heard).toBe(all);
  }
  expect(lines.at(-1)).toMatch(/: \d+\.\d\d$/);
});
