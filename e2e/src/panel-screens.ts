import type { Screen } from './order-screens.js';
import type { Person } from './person.js';

/** The panels of a product's size, and their reviews. */
export function panelScreens(productId: number, size: string): readonly Screen[] {
  return [
    { name: 'ask-panel', path: `/sell/${productId}?size=${size}` },
    {
      name: 'sell-now-panel',
      leavesTraces: 'panels',
      path: `/sell/${productId}?size=${size}`,
      prepare: (person) => person.chooses('Sell Now'),
    },
    { name: 'bid-panel', path: `/buy/${productId}?size=${size}`, prepare: choosesOtherSizes },
    { name: 'bid-panel-visitor', path: `/buy/${productId}?size=${size}`, isForVisitors: true },
    {
      name: 'buy-now-panel',
      leavesTraces: 'panels',
      path: `/buy/${productId}?size=${size}`,
      prepare: (person) => person.chooses('Buy Now'),
    },
    {
      name: 'review-ask',
      leavesTraces: 'panels',
      path: `/sell/${productId}?size=${size}`,
      prepare: (person) => reviews(person, 'Review Ask'),
    },
    {
      name: 'review-sale',
      leavesTraces: 'panels',
      path: `/sell/${productId}?size=${size}`,
      async prepare(person) {
        await person.chooses('Sell Now');
        await reviews(person, 'Review Sale');
      },
    },
    {
      name: 'review-bid',
      leavesTraces: 'panels',
      path: `/buy/${productId}?size=${size}`,
      async prepare(person) {
        await choosesOtherSizes(person);
        await reviews(person, 'Review Bid');
      },
    },
    {
      name: 'review-order',
      leavesTraces: 'panels',
      path: `/buy/${productId}?size=${size}`,
      async prepare(person) {
        await person.chooses('Buy Now');
        await reviews(person, 'Review Buy');
      },
    },
  ];
}

/** Opens a review, whose button changes its colours once it can be pressed. */
async function reviews(person: Person, button: string): Promise<void> {
  await person.presses(button);
  await person.page.locator('main button[aria-disabled="false"]').first().waitFor();
}

/** Adds the first two other sizes to a bid. */
async function choosesOtherSizes({ page }: Person): Promise<void> {
  await page.getByText('Any of several sizes').click();
  for (const nth of [0, 1]) {
    await page
      .getByRole('checkbox', { name: /^Size .*, lowest ask/ })
      .nth(nth)
      .check();
  }
}
