import type { ProductDetail } from '@perkex/contract/products.js';
import type { Account } from './accounts.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';

/** A screen: its address, and the steps before the picture is taken. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly isForVisitors?: boolean;
  /** True if every picture needs a new user, because preparing it changes the user's login or data. */
  readonly hasOwnAccount?: boolean;
  /** True if the user has only signed up and has set nothing yet. */
  readonly isNewUsers?: boolean;
  /**
   * True if preparing it leaves something in the tab or the account that other screens would show: answers of the
   * network, drafts, what the site stores, or a second factor. A name if screens with the same traces can follow each
   * other.
   */
  readonly leavesTraces?: boolean | string;
  /** True if the picture is taken while the page loads. */
  readonly isLoading?: boolean;
  /** The expected console message: a call is refused or lost. */
  readonly complaint?: RegExp;
  readonly prepare?: (person: Person, account: Account) => Promise<void>;
}

/** When the page is loaded again, it gets another market for this product. */
async function changeMarket(
  person: Person,
  productId: number,
  change: (product: ProductDetail) => Partial<ProductDetail>,
): Promise<void> {
  const product = await readProduct(person, productId);
  const json = [{ ...product, ...change(product) }];
  await answersCalls(person, new RegExp(`^/api/${productId}$`), { json });
}

/** A product as the server has it. */
export async function readProduct({ page }: Person, productId: number): Promise<ProductDetail> {
  const [product] = (await (await fetch(new URL(`/api/${productId}`, page.url()))).json()) as [ProductDetail];
  return product;
}

/** The states of an order between its panel and its row in the dashboard, in a size with asks and bids. */
export function orderScreens(productId: number, size: string): Screen[] {
  const buyPath = `/buy/${productId}?size=${size}`;
  const sellPath = `/sell/${productId}?size=${size}`;

  async function reviewPurchase(person: Person): Promise<void> {
    await person.chooses('Buy Now');
    await person.presses('Review Buy');
    await person.seesHeading('Review Order');
  }

  return [
    {
      name: 'price-question',
      leavesTraces: true,
      path: buyPath,
      async prepare(person) {
        await changeMarket(person, productId, () => ({ asks: [] }));
        await person.opens(buyPath);
        await person.typesByKey('Enter Bid', '299.99');
        await person.presses('Review Bid');
        await person.seesHeading('Really 29999$?');
      },
    },
    {
      name: 'own-bid-panel',
      leavesTraces: true,
      path: sellPath,
      hasOwnAccount: true,
      async prepare(person, account) {
        const { name } = await readProduct(person, productId);
        const id = await account.order('bid', { name, size, price: 1 });
        await changeMarket(person, productId, () => ({ bids: [{ id, size, price: 1 }] }));
        await person.opens(sellPath);
        await person.chooses('Sell Now');
        await person.sees(/is your own/);
      },
    },
    {
      name: 'review-dead',
      leavesTraces: true,
      path: buyPath,
      async prepare(person) {
        await reviewPurchase(person);
        await changeMarket(person, productId, ({ asks }) => ({
          asks: asks.map((ask) => ({ ...ask, price: ask.price + 12 })),
        }));
        await person.page.reload();
        await person.sees(/has risen/);
      },
    },
    {
      name: 'order-refused',
      leavesTraces: true,
      path: buyPath,
      async prepare(person) {
        const detail = 'The price has moved in the meantime. Nothing was traded.';
        await answersCalls(person, /^\/api\/buy$/, {
          status: 409,
          json: { code: 'price-moved', status: 409, detail },
        });
        await reviewPurchase(person);
        await person.presses('PLACE ORDER');
        await person.seesToast(detail);
      },
    },
    {
      name: 'order-answered',
      path: buyPath,
      hasOwnAccount: true,
      async prepare(person) {
        await person.types('Enter Bid', '20');
        await person.presses('Review Bid');
        await person.presses('PLACE BID');
        await person.seesHeading('Your bid is placed');
      },
    },
    {
      name: 'settings-for-order',
      path: buyPath,
      hasOwnAccount: true,
      prepare: (person) => person.follows('EDIT payment'),
    },
    {
      name: 'login-for-order',
      leavesTraces: true,
      path: buyPath,
      isForVisitors: true,
      async prepare(person) {
        await person.presses('Review Bid');
        await person.seesHeading('LOG IN');
      },
    },
  ];
}
