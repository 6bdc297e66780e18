import { failuresOf } from './outcome.js';
import { besiege, FULL, SMALL } from './siege.js';

const isSmall = process.argv.includes('--small');
const outcome = await besiege(isSmall ? SMALL : FULL, console.log);
// A small siege has too few requests for a 99th percentile.
const failures = failuresOf(isSmall ? { ...outcome, p99Ms: 0 } : outcome);
for (const failure of failures) {
  console.error(failure);
}
process.exitCode = failures.length > 0 ? 1 : 0;
