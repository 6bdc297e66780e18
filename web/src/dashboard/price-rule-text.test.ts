import { expect, it } from 'vitest';
import { priceRuleText } from './price-rule-text.js';

it.each([
  ['lowest', null, null, ': it is the lowest ask.'],
  ['at-floor', 205, null, ': another ask is 205$, so the price stays.'],
  ['bid-in-the-way', 224, null, ': it would sell at once to the bid of 224$, so the price stays.'],
  ['waits', 224, 'You owe us.', ': changes to 224$ now. The last price was refused. You owe us.'],
] as const)('an ask with the rule %s is explained', (state, price, refusal, text) => {
  const rule = { id: 'c', productId: 1, floor: 210, state, price, refusal, from: new Date(0).toISOString() };
  expect(priceRuleText(rule, 0)).toBe(`Keep the lowest, not below 210$${text}`);
});
