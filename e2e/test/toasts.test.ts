import { describe, expect, it } from 'vitest';
import { newEmail } from '../src/accounts.js';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const shop = useShop();
const SHORT = 'Please input valid username and password with more than 5 letters!';

describe('toasts', () => {
  const toastsOf = ({ page }: Person) => page.locator('.Toastify__toast');

  /** A visitor on the login page, whose every attempt is refused with another sentence. */
  async function refusedVisitor(sentence: (refusals: number) => string): Promise<Person> {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 401/);
    let refusals = 0;
    await visitor.page.route('**/api/auth/sign-in/email', (route) => {
      refusals += 1;
      return route.fulfill({ status: 401, json: { code: 'NO', message: sentence(refusals) } });
    });
    await visitor.opens('/login');
    await visitor.keepsToasts();
    return visitor;
  }

  async function isRefused(visitor: Person): Promise<void> {
    const answered = visitor.page.waitForResponse('**/api/auth/sign-in/email');
    await visitor.logsIn(newEmail());
    await answered;
  }

  it('are at most three at a time; the next one waits', async () => {
    const visitor = await refusedVisitor((refusals) => `Refusal ${refusals}.`);
    for (let turn = 1; turn <= 5; turn += 1) {
      await isRefused(visitor);
      await visitor.seesFault('PASSWORD', `Refusal ${turn}.`);
    }
    const toasts = toastsOf(visitor);
    await toasts.nth(2).waitFor();
    expect(await toasts.count()).toBe(3);
    expect(await toasts.getByText('Refusal 4.').count()).toBe(0);
    await toasts.first().getByRole('button', { name: 'close' }).click();
    await visitor.seesToast('Refusal 4.');
    expect(await toasts.count()).toBe(3);
  });

  it('do not repeat a visible message', async () => {
    const visitor = await refusedVisitor(() => 'The same refusal.');
    for (let turn = 0; turn < 3; turn += 1) {
      await isRefused(visitor);
      await visitor.seesToast('The same refusal.');
    }
    expect(await toastsOf(visitor).count()).toBe(1);
  });

  it('of refusals are removed by a success, including waiting ones', async () => {
    const { email } = await shop.account();
    const visitor = await refusedVisitor((refusals) => `Refusal ${refusals}.`);
    for (let turn = 1; turn <= 5; turn += 1) {
      await isRefused(visitor);
      await visitor.seesFault('PASSWORD', `Refusal ${turn}.`);
    }
    await visitor.page.unroute('**/api/auth/sign-in/email');
    await visitor.logsIn(email);
    await visitor.seesToast('Successfully logged in!');
    await expect.poll(() => toastsOf(visitor).allInnerTexts()).toEqual(['Successfully logged in!']);
  });

  it("are removed when their user's login ends", async () => {
    const { email } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens('/login');
    await visitor.keepsToasts();
    await visitor.logsIn(email);
    await visitor.seesToast('Successfully logged in!');
    await visitor.follows('Dashboard');
    await visitor.logsOut();
    await visitor.isAt('/');
    await expect.poll(() => toastsOf(visitor).count()).toBe(0);
  });

  it('do not cover the first field on a phone', async () => {
    const visitor = await shop.visitor({ viewport: PHONE });
    await visitor.opens('/login');
    await visitor.types('E-MAIL', newEmail());
    await visitor.presses('LOG IN');
    await visitor.seesToast(SHORT);
    const field = await visitor.page.getByLabel('E-MAIL').boundingBox();
    const bottomOf = async () => {
      const toast = await toastsOf(visitor).first().boundingBox();
      return toast ? toast.y + toast.height : Number.POSITIVE_INFINITY;
    };
    await expect.poll(bottomOf).toBeLessThan(field?.y ?? 0);
  });
});
