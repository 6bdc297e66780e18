import type { Screen } from './order-screens.js';

const PATH = '/dashboard/selling/bulk';

/** Three pairs and three mistakes. @param product the number of a product with a bid below 5000 dollars */
function table(product: number, size: string): string {
  return [
    `${product}\t${size}\t5000\t30`,
    `#${product}\t${size}\t1`,
    `${product}\t${size}\t4900`,
    `${product}\t99\t200`,
    `NO-SUCH-STYLE\t${size}\t200`,
    `${product}\t${size}\tcheap`,
  ].join('\n');
}

/** The seller's pages: asks, sales, a receipt, and the states of the page for many pairs. */
export function sellingScreens(product: number, size: string): Screen[] {
  return [
    { name: 'selling', path: '/dashboard/selling' },
    {
      name: 'sales',
      path: '/dashboard/selling',
      prepare: (person) => person.page.getByRole('tab', { name: 'History' }).click(),
    },
    {
      name: 'receipt-sale',
      path: '/dashboard/selling',
      async prepare(person) {
        await person.page.getByRole('tab', { name: 'History' }).click();
        await person.page
          .getByRole('button', { name: /^Receipt/ })
          .first()
          .click();
        await person.seesHeading('Your sale');
      },
    },
    {
      name: 'bulk-preview',
      path: PATH,
      async prepare(person) {
        await person.page.getByLabel('Your table').fill(table(product, size));
        await person.presses('Check the table');
        await person.seesHeading('Preview');
      },
    },
    {
      name: 'bulk-change',
      path: PATH,
      async prepare(person) {
        await person.page.getByRole('tab', { name: 'Change or remove' }).click();
        await person.page.getByLabel(/^Choose all/).click();
      },
    },
  ];
}
