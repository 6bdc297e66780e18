import { constants, setPriority } from 'node:os';
import { attack, type Siege } from './strangers.js';

// A process with low priority: strangers have their own machines, so their CPU time must not slow the owner whose
// waiting is measured.
setPriority(constants.priority.PRIORITY_LOW);

process.once('message', async (siege: Siege) => {
  process.send?.(await attack(siege).catch((error) => ({ failed: String(error.stack) })));
});
