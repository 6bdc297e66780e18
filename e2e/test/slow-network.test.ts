import { expect, it } from 'vitest';
import { bidsFromProduct } from '../src/bid-on-phone.js';
import { PHONE } from '../src/browser.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** The answer of the screen to each press. */
const ANSWERS: Readonly<Record<string, string>> = {
  'Place Bid': 'role=progressbar[name="Loading the page"]',
  'Review Bid': 'role=heading[name="Review Bid"]',
  'PLACE BID': 'text="Placing your order …"',
};

// The times of the same presses at slow 3G: `npm run bench -- --only pages`.
it('every press from a product to a placed bid changes the screen before anything arrives and any time passes', async () => {
  const { id } = await shop.product();
  const { person } = await shop.trader({ viewport: PHONE, hasTouch: true, hasOwnClock: true });
  const answered: string[] = [];
  await bidsFromProduct(person, id, async (what, target) => {
    const box = await target.boundingBox();
    await person.stopsTheClock();
    const network = await hold(person.page, '/**');
    await person.page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await person.page
      .locator(ANSWERS[what] ?? '')
      .first()
      .waitFor();
    answered.push(what);
    await network.end();
    await person.page.clock.resume();
  });
  expect(answered).toEqual(Object.keys(ANSWERS));
});
