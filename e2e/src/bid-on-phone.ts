import type { Locator } from 'playwright-core';
import type { Person } from './person.js';

/** Carries out a press of a button or link that is on the screen and accepts presses. */
export type Press = (what: string, target: Locator) => Promise<void>;

/** Bids on size 9 of a product, from its page to the confirmation. The user can trade. */
export async function bidsFromProduct(person: Person, productId: number, press: Press): Promise<void> {
  const pressesOnceEnabled = async (target: Locator, what: string) => {
    // A trial waits until the page accepts the press.
    await target.tap({ trial: true });
    await press(what, target);
  };
  await person.opens(`/product/${productId}?size=9`);
  await pressesOnceEnabled(person.link(/^Place Bid/), 'Place Bid');
  await person.button('Review Bid').waitFor();
  await person.types('Enter Bid', '30');
  await pressesOnceEnabled(person.button('Review Bid'), 'Review Bid');
  await pressesOnceEnabled(person.button('PLACE BID'), 'PLACE BID');
  await person.seesToast(/is placed/);
}
