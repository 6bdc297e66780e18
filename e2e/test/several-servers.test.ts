import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

/**
 * Two server processes behind a balancer, with half of the visitors each; SERVERS=2 runs all browser tests like this.
 */
const shop = useShop({ servers: 2 });

/** Waits until the page's stream has started. */
async function follows(person: Person): Promise<void> {
  await expect.poll(() => person.answeredStreams()).not.toEqual([]);
  await person.seesAllOfIt();
}

it("users on different servers see each other's orders live, and trade with each other", async () => {
  const { id, name } = await shop.product();
  const [bidder, seller] = [await shop.trader(), await shop.trader()];
  await seller.person.opens(`/product/${id}?size=9`);
  await follows(seller.person);
  await bidder.person.opens(`/buy/${id}?size=9`);
  await bidder.person.types('Enter Bid', '210');
  await bidder.person.presses('Review Bid');
  await bidder.person.presses('PLACE BID');
  await bidder.person.isAt('/dashboard/buying');
  await bidder.person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
  await follows(bidder.person);

  await seller.person.link('Sell for 210$ or Ask for More').waitFor();
  // By the seller's server.
  const { uid } = seller.account;
  const sale = {
    uid,
    id: randomUUID(),
    name,
    size: '9',
    price: 210,
    thumbnail: '',
    date: new Date().toISOString(),
  };
  const headers = { origin: shop.url };
  const sold = await seller.person.page.context().request.post('/api/sell', { data: sale, headers });
  expect(await sold.text()).toMatch(/sold/);
  await bidder.person.sees('1 Purchases');
  await seller.person.opens('/dashboard/selling');
  await seller.person.sees('1 Sales');
});
