/** What the ids of the demonstration market's own users begin with; a number follows, from 0 on. */
export const TRADER_PREFIX = 'demo-trader-';
