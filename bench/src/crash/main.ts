import { crashTest } from './crash-test.js';

const ROUNDS = 10;

await crashTest(ROUNDS, console.log);
