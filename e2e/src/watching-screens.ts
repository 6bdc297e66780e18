import { randomUUID } from 'node:crypto';
import type { Screen } from './order-screens.js';

/** The watchlist and the collection of a user. @param product one of the demonstration market, in this size */
export function watchingScreens(product: number, size: string): Screen[] {
  return [
    {
      name: 'watching',
      path: '/dashboard/watching',
      hasOwnAccount: true,
      async prepare(person, account) {
        await account.post('/watches/set', { productId: product, size, alert: 200 });
        await account.post('/watches/set', { productId: product + 1, size: null });
        await account.post('/watches/set', { productId: product + 2, size: null, alert: 150 });
        await person.page.reload();
        await person.page.getByRole('row').nth(3).waitFor();
      },
    },
    {
      name: 'collection',
      path: '/dashboard/collection',
      hasOwnAccount: true,
      async prepare(person, account) {
        const at = (daysAgo: number) =>
          new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
        for (const [productId, sizeOfPair, price, daysAgo] of [
          [product, size, 240, 150],
          [product + 2, '10', 310, 90],
          [product + 5, '9', 120, 40],
        ] as const) {
          const date = at(daysAgo);
          const pair = { id: randomUUID(), productId, size: sizeOfPair, price, date };
          await account.post('/collection/add', pair);
        }
        await person.page.reload();
        await person.page.getByRole('row').nth(3).waitFor();
        await person.seesAllOfIt();
      },
    },
    {
      name: 'collection-add',
      path: '/dashboard/collection',
      async prepare(person) {
        await person.presses('Add a pair');
        await person.typesByKey('Which sneaker?', 'jordan 1');
        await person.page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
        await person.presses('Add the pair');
      },
    },
    {
      name: 'watch-panel',
      path: `/product/${product}?size=${size}`,
      hasOwnAccount: true,
      async prepare(person) {
        await person.presses(`Watch size ${size}`);
        await person.sees(`You watch size ${size}`);
      },
    },
  ];
}
