import { expect, it } from 'vitest';
import { STREAMS } from '../src/figures/streams.js';
import { Run } from '../src/harness/benchmark.js';

it('every open stream gets every order, in its own process and through another', async () => {
  const lines: string[] = [];
  const { figures } = await Run.of(STREAMS, 'SMALL', (line) => lines.push(line));
  console.log(lines.join('\n'));
  const [own, other, cost] = figures;
  for (const figure of [own, other]) {
    expect(figure).toMatchObject({ limit: expect.stringMatching(/^[1-9]\d* of \d+ events$/), ratio: 1 });
  }
  expect(figures).toHaveLength(3);
  expect(cost?.ratio).toBeGreaterThan(0);
});
