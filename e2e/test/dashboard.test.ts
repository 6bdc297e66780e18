import { SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { describe, expect, it } from 'vitest';
import { order } from '../../server/test/market.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import type { PersonOptions } from '../src/person-options.js';
import { failRequests } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SMALL = { width: 320, height: 568 };
const TABLET = { width: 768, height: 1024 };

/**
 * The controls at the top of the page that the toast covers once it has come in: on its way it goes a little too far.
 */
async function coveredControls(
  person: Person,
  viewport: NonNullable<PersonOptions['viewport']>,
): Promise<string[]> {
  await person.page.setViewportSize(viewport);
  await person.draws();
  return person.page.evaluate(async () => {
    scrollTo(0, 0);
    const element = document.querySelector('.Toastify__toast');
    await Promise.all(element?.getAnimations().map(({ finished }) => finished) ?? []);
    const toast = element?.getBoundingClientRect() ?? new DOMRect();
    const controls = [...document.querySelectorAll('#root a, #root button, #root input')];
    return controls
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        const isBeside =
          left >= toast.right || right <= toast.left || top >= toast.bottom || bottom <= toast.top;
        return width > 1 && !isBeside;
      })
      .map((control) => control.outerHTML);
  });
}

describe('the dashboard', () => {
  it('has a receipt for every trade, which is printed alone, and a focus ring for the keyboard only', async () => {
    const { name } = await shop.product();
    const buyer = await shop.account();
    const { person, account: seller } = await shop.trader({ timezoneId: 'Asia/Tokyo' });
    await seller.order('ask', { name, size: '9', price: 221 });
    await buyer.order('buy', { name, size: '9', price: 221 });
    await person.opens('/dashboard/selling');
    const asks = person.page.getByRole('tab', { name: 'Current Asks' });
    const history = person.page.getByRole('tab', { name: 'History' });
    const hasRing = (tab: typeof asks) => tab.evaluate((element) => element.matches(':focus-visible'));
    await history.click();
    await person.page.getByRole('tabpanel', { name: 'History' }).waitFor();
    expect(await hasRing(history), 'a focus ring after a click').toBe(false);
    await person.page.keyboard.press('ArrowLeft');
    await person.page.getByRole('tabpanel', { name: 'Current Asks' }).waitFor();
    expect(await hasRing(asks), 'a focus ring after a key').toBe(true);
    await person.page.keyboard.press('ArrowRight');
    await person.presses(`Receipt: ${name}, size 9`);
    const receipt = person.page.getByRole('dialog', { name: 'Your sale' });
    const lines = await receipt.locator('dl').last().locator('div').allInnerTexts();
    expect(lines.map((line) => line.split(/\n+/))).toEqual([
      ['Sell Price', '221.00$'],
      ['Transaction Fee (9,5%)', '− 21.00$'],
      ['Payment Proc. (3%)', '− 6.63$'],
      ['Shipping', '− 10.00$'],
      ['Rounding in your favour', '+ 1.63$'],
      ['Total', '185.00$'],
    ]);
    const time = receipt.locator('time');
    const date = new Date((await time.getAttribute('datetime')) ?? '');
    const hour = String((date.getUTCHours() + 9) % 24).padStart(2, '0');
    expect(await time.innerText()).toMatch(new RegExp(`, ${hour}:\\d\\d$`));
    await person.page.emulateMedia({ media: 'print' });
    expect(await person.page.locator('body').innerText()).toBe(await receipt.innerText());
    expect(await receipt.getByRole('button').count()).toBe(0);
    const backdrop = await receipt.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').display);
    expect(backdrop).toBe('none');
    await person.page.emulateMedia({ media: 'screen' });
    await person.presses('Close');
    await expect.poll(() => person.page.locator(':focus').getAttribute('aria-label')).toMatch(/^Receipt/);
  });

  it('has toasts that cover no control, whatever its width', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader({ viewport: SMALL });
    await account.order('bid', { name, size: '9', price: 100 });
    await account.order('bid', { name, size: '10', price: 100 });
    await person.opens('/dashboard/buying');
    await person.keepsToasts();
    await person.page
      .getByRole('button', { name: /^Remove bid/ })
      .first()
      .click();
    await person.seesToast(/^Your bid of 100\$ for .* was removed\.$/);
    for (const viewport of [SMALL, PHONE, TABLET, DESKTOP]) {
      expect(await coveredControls(person, viewport), `${viewport.width} px`).toEqual([]);
    }
  });

  it('leaves space for a lasting toast on a phone and on a tablet', async () => {
    const { id, name } = await shop.product('Room Runner 1 Retro High OG Chicago Lost and Found');
    const seller = await shop.account();
    await seller.order('ask', { name, size: '9', price: 221 });
    const { person, account } = await shop.trader({ viewport: PHONE });
    await account.order('bid', { name, size: '10', price: 100 });
    const detail = 'The price has moved in the meantime. Nothing was traded.';
    person.expectsComplaint(/status of 409/);
    await person.page.route('**/api/buy', (route) =>
      route.fulfill({ status: 409, json: { code: 'price-moved', status: 409, detail } }),
    );
    await person.opens(`/buy/${id}?size=9`);
    await person.chooses('Buy Now');
    await person.presses('Review Buy');
    await person.presses('PLACE ORDER');
    await person.seesToast(detail);
    await person.button(/^Remove bid/).waitFor();
    for (const viewport of [PHONE, TABLET]) {
      expect(await coveredControls(person, viewport), `${viewport.width} px`).toEqual([]);
    }
  });

  it('lists 500 trades and loads older ones on request, announced to screen readers', async () => {
    const trades = SHOWN_TRADES + 3;
    const { id: productId, name } = await shop.product();
    const { person, account: seller } = await shop.trader();
    const buyer = await shop.account();
    for (let done = 0; done < trades; done += 50) {
      const asks = Array.from({ length: Math.min(50, trades - done) }, () =>
        order('ask', seller.uid, 100, { productId }),
      );
      const buys = asks.map(() => order('buy', buyer.uid, 100, { productId }));
      await Promise.all([...asks, ...buys].map((command) => shop.app.engine.submit(command)));
    }
    await person.opens('/dashboard/selling');
    await person.page.getByRole('tab', { name: 'History' }).click();
    const rows = person.page.getByRole('row').filter({ hasText: name });
    for (let shown = 50; shown < SHOWN_TRADES; shown += 50) {
      await expect.poll(() => rows.count()).toBe(shown);
      await person.presses('Show 50 more');
    }
    await expect.poll(() => rows.count()).toBe(SHOWN_TRADES);
    person.expectsComplaint(/ERR_FAILED/);
    const recover = await failRequests(person.page, '**/api/history?**');
    await person.presses('Show older');
    await person.sees('More could not be loaded.');
    recover();
    await person.presses('Show older');
    await person.page
      .getByRole('status')
      .getByText(`${trades} rows are shown, and there are no more.`)
      .waitFor();
    expect(await rows.count()).toBe(trades);
    expect(await person.button(/^Show/).count()).toBe(0);
    // The focus moves from the button to the first of the loaded rows.
    const focused = person.page.locator(':focus');
    expect(await rows.nth(SHOWN_TRADES).locator(':focus').count()).toBe(1);
    expect(await focused.getAttribute('href')).toBe(`/product/${productId}`);
  });

  it('lists pairs from a pasted table with three mistakes, pauses them, and brings them back', async () => {
    const { id, name } = await shop.product();
    const { person } = await shop.trader();
    const { page } = person;
    const pair = (index: number) => `${id}\t${index % 2 === 0 ? '9' : '10'}\t${300 + index}\t30`;
    const pairs = Array.from({ length: 8 }, (_, index) => pair(index));
    const table = [...pairs.slice(0, 3), `${id}\t99\t300`, 'NONE\t9\t300', ...pairs.slice(3), `${id}\t9\t0`];
    await person.opens('/dashboard/selling');
    await person.follows('Many pairs at once');
    await page.getByLabel('Your table').fill(['Style\tSize\tPrice\tDays', ...table].join('\n'));
    await person.presses('Check the table');
    await person.sees('8 rows can be listed. 3 rows cannot. Nothing is placed yet.');
    const mistakes = page.getByRole('list', { name: 'Rows with mistakes' }).getByRole('listitem');
    expect(await mistakes.allInnerTexts()).toEqual([
      `Row 5: ${name} has no size “99”.`,
      'Row 6: no sneaker has the style code or number “NONE”.',
      'Row 12: the price must be from 1$ to 1000000$.',
    ]);
    await person.presses('Place the good ones (8)');
    await person.sees('8 asks were placed or sold.');
    await person.follows('Selling');
    await person.sees(/^8 open asks/);
    await person.presses('Pause all asks');
    await person.presses('Pause');
    // The pressed button goes; the focus is on the state of the vacation.
    expect(await page.locator(':focus').getAttribute('role')).toBe('status');
    await person.sees(/^You are on vacation: 8 asks are paused/);
    await person.presses('Bring them back');
    await person.sees('8 asks are back, or sold at once to a bid.');
    await person.sees(/^8 open asks/);
  });
});
