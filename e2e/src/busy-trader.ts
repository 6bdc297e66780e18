import type { ProductCard } from '@perkex/contract/products.js';
import { type Account, createAccount } from './accounts.js';

/** A trader with entries in every list. */
export async function busyTrader(url: string): Promise<Account> {
  const account = await createAccount(url);
  const products = (await (await fetch(`${url}/api/`)).json()) as ProductCard[];
  for (const [index, { name, asks, bids }] of products.slice(0, 8).entries()) {
    const ask = asks[index % asks.length];
    const bid = bids[index % bids.length];
    if (!ask || !bid) {
      continue;
    }
    if (index % 2 === 0) {
      await account.order('sell', { name, ...bid });
      await account.order('buy', { name, ...ask });
    }
    // Afterwards, so that none of these matches an order of the same trader.
    await account.order('ask', { name, size: bid.size, price: bid.price + 400 + index });
    await account.order('bid', { name, size: ask.size, price: Math.max(1, ask.price - 120) });
  }
  return account;
}
