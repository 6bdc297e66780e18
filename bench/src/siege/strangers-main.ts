import { constants, setPriority } from 'node:os';
import { attack, type Siege } from './strangers.js';

// A process of their own, behind everybody else for the processor: strangers have machines of their own, and what they
// spend on asking must not be what slows the owner whose waiting is measured.
setPriority(constants.priority.PRIORITY_LOW);

process.once('message', (siege: Siege) => {
  attack(siege)
    .then((tally) => process.send?.(tally))
    .finally(() => process.disconnect());
});
