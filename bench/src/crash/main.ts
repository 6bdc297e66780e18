import { parseArgs } from 'node:util';
import { crashTest } from './crash-test.js';
import { SPOILINGS } from './spoiling.js';

const ROUNDS = 10;

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, spoil: { type: 'string' } },
});

const spoiling = SPOILINGS.find((name) => name === values.spoil) ?? null;
if (values.spoil !== undefined && spoiling === null) {
  throw new Error(`--spoil must be one of ${SPOILINGS.join(', ')}.`);
}

await crashTest({
  rounds: Number(values.rounds ?? ROUNDS),
  seed: Number(values.seed ?? Date.now() % 1_000_000),
  spoiling,
  print: console.log,
});
