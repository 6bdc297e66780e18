import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';

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
      name: 'vacation',
      path: '/dashboard/profile',
      leavesTraces: true,
      async prepare(person) {
        const refusal = {
          order: '0198c0de-0000-7000-8000-000000000000',
          name: 'Air Jordan 1',
          size,
          price: 240,
        };
        const answer = 'You have too many open orders. Remove one first.';
        const json = {
          state: 'back',
          startedAt: '2026-11-27T12:00:00.000Z',
          paused: 0,
          back: 46,
          refusedAsks: 1,
          refusals: [{ ...refusal, answer }],
        };
        await answersCalls(person, /^\/api\/vacation$/, { json });
        await person.opens('/dashboard/selling');
        await person.sees(/^46 asks are back/);
      },
    },
    { name: 'bulk', path: PATH },
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
        await person.page.getByText('Keep them the lowest').click();
      },
    },
  ];
}
