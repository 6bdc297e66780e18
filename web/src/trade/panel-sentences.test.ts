import type { PanelHint, PanelObstacle } from '@perkex/core/panels/panel.js';
import { describe, expect, it } from 'vitest';
import { hintSentence, obstacleSentence } from './panel-sentences.js';

/** Section 4, letter by letter; the sentences about own orders are ours. */
const HINTS: [flow: 'sell' | 'buy', hint: PanelHint, sentence: string][] = [
  ['sell', 'enter', 'Please enter your ask (Minimum ask is 1$)'],
  ['sell', 'best', 'You are the lowest ask'],
  ['sell', 'not-best', 'You are not the lowest ask'],
  ['sell', 'now', "You're about to sell at the highest bid price"],
  ['sell', 'nothing-now', 'NO BIDS AVAILABLE'],
  ['sell', 'own-now', 'The highest bid is your own. Remove it before you sell now.'],
  ['buy', 'enter', 'Please enter your bid (Minimum bid is 1$)'],
  ['buy', 'start', 'You are not the highest Bid'],
  ['buy', 'best', 'You are about to be the highest bidder'],
  ['buy', 'not-best', 'You are not the highest bid'],
  ['buy', 'now', 'You are about to purchase this item for the lowest ask'],
  ['buy', 'nothing-now', 'NO ASKS TO BUY FROM AVAILABLE'],
  ['buy', 'own-now', 'The lowest ask is your own. Remove it before you buy now.'],
];

const OBSTACLES: [flow: 'sell' | 'buy', obstacle: PanelObstacle, sentence: string][] = [
  ['sell', 'too-high', 'The highest price is 1000000$.'],
  ['sell', 'crosses', 'Your ask is at or below the highest bid: sell now, or ask for more.'],
  ['sell', 'crosses-own', 'Your ask would sell to your own bid: ask for more, or remove that bid first.'],
  ['buy', 'crosses', 'Your bid is at or above the lowest ask: buy now, or bid less.'],
  ['buy', 'crosses-own', 'Your bid would buy your own ask: bid less, or remove that ask first.'],
  ['buy', 'moved', 'The price has moved: accept the new one first.'],
  ['buy', 'details-missing', 'Set your payment and shipping first.'],
];

describe('hintSentence', () => {
  it.each(HINTS)('of the %s panel at %s is %j', (flow, hint, sentence) => {
    expect(hintSentence(flow, hint)).toBe(sentence);
  });
});

describe('obstacleSentence', () => {
  it.each(OBSTACLES)('of the %s panel at %s is %j', (flow, obstacle, sentence) => {
    expect(obstacleSentence(flow, { obstacle, missing: ['payment', 'shipping'] })).toBe(sentence);
  });

  it('names the only missing setting', () => {
    const missing = ['payout'] as const;
    expect(obstacleSentence('sell', { obstacle: 'details-missing', missing })).toBe('Set your payout first.');
  });

  it('is null if the price and the trader are fine', () => {
    expect(obstacleSentence('sell', { obstacle: null, missing: [] })).toBeNull();
  });
});
