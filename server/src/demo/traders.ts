/** The prefix of the house accounts' ids; a number from 0 follows. */
export const TRADER_PREFIX = 'demo-trader-';
