import { describe, expect, it } from 'vitest';
import { type Account, SHIPPING } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { delayed } from './support/faults.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const FORM = {
  'First Name': 'Grace',
  'Last Name': 'Hopper',
  'Street Address': 'Harbour Road',
  'Street Number': '7b',
  City: 'Arlington',
  'Postal Code': '22203',
  'Phone Number': '+1 703 555 0100',
};

async function fill(person: Person, form: Record<string, string> = FORM): Promise<void> {
  for (const [label, text] of Object.entries(form)) {
    await person.types(label, text);
  }
  await person.page.getByLabel('Country').selectOption({ label: 'United States' });
}

describe('general settings', () => {
  it('show what is not set yet', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings');
    await person.seesHeading('General Settings');
    await person.sees('SHIPPING INFO');
    await person.sees('Set your payout!');
    await person.sees('Set your payment!');
    expect(await person.page.getByText('Street Number').count()).toBe(0);
  });

  it('link from unset entries to their forms', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings');
    await person.presses('Set your payout!');
    await expect
      .poll(() => person.page.locator(':focus').getAttribute('aria-label'))
      .toBe('Edit payout details');
    await person.presses('PayPal');
    await person.seesToast('Your payout is saved.');
    await person.follows('Add your address');
    await person.isAt('/dashboard/settings/shipping');
  });

  it.each([
    ['payout', 'PayPal'],
    ['payout', 'Credit card'],
    ['payment', 'Credit card'],
  ])('set the %s to %s, and go back without a change', async (kind, method) => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings');
    await person.presses(`Edit ${kind} details`);
    await person.presses('BACK');
    await person.sees(`Set your ${kind}!`);
    await person.presses(`Edit ${kind} details`);
    await person.presses(method);
    await person.seesToast(`Your ${kind} is saved.`);
    await person.seesNoMore(`Set your ${kind}!`);
    await person.page.getByRole('img', { name: method }).waitFor();
    await person.page.reload();
    await person.page.getByRole('img', { name: method }).waitFor();
  });

  it('show the saved shipping, and link to its form', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings');
    await person.follows('Edit shipping info');
    await person.isAt('/dashboard/settings/shipping');
    await person.sees('Please provide your shipping info');
    await fill(person);
    await person.presses('SUBMIT');
    await person.isAt('/dashboard/settings');
    await person.seesToast('Your shipping is saved.');
    for (const text of ['Harbour Road', '7b', 'Arlington', '22203', 'United States', '+1 703 555 0100']) {
      await person.sees(text);
    }
    await person.sees(/Grace/);
    await person.follows('Edit shipping info');
    expect(await person.page.getByLabel('First Name').inputValue()).toBe('Grace');
    await person.follows('BACK');
    await person.isAt('/dashboard/settings');
  });
});

describe('the shipping form', () => {
  it('shows refusals of the server', async () => {
    const { person } = await shop.trader({ isReady: false });
    person.expectsComplaint(/status of 422/);
    await person.page.route('**/api/shipping', async (route) => {
      const body = { ...(route.request().postDataJSON() as object), zip: '' };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await person.opens('/dashboard/settings/shipping');
    await fill(person);
    await person.presses('SUBMIT');
    await person.seesToast('Postal Code is required.');
    expect(person.place).toBe('/dashboard/settings/shipping');
  });
});

describe('shipping changed in another tab', () => {
  const stored = async ({ uid }: Account) => {
    const { rows } = await shop.app.database.pool.query<{ city: string; phone: string; zip: string }>(
      'select city, phone, zip from accounts where user_id = $1',
      [uid],
    );
    return rows[0];
  };

  /** Opens the form in two tabs of one browser; the first then saves another city and postal code. */
  async function twoTabs() {
    const { person, account } = await shop.trader();
    const other = await person.newTab();
    other.expectsComplaint(/status of 409/);
    for (const tab of [person, other]) {
      await tab.opens('/dashboard/settings/shipping');
    }
    await other.seesAllOfIt();
    const change = async () => {
      await person.types('City', 'Paris');
      await person.types('Postal Code', '75001');
      await person.presses('SUBMIT');
      await person.seesToast('Your shipping is saved.');
    };
    return { account, person, other, change };
  }

  const choice = (person: Person, field: string, value: string | RegExp) =>
    person.page.getByRole('group', { name: field }).getByRole('radio', { name: value });

  it('is not overwritten by a form opened before: both values are shown', async () => {
    const { account, other, change } = await twoTabs();
    await other.types('Phone Number', '5550199');
    await change();
    await other.presses('SUBMIT');
    await other.seesHeading('Your shipping was changed in another tab');
    expect(await stored(account)).toEqual({ city: 'Paris', phone: SHIPPING.phone, zip: '75001' });
    // Untouched fields take the new values, and edited ones stay, unless the user decides otherwise.
    expect(await other.page.getByRole('radio').count()).toBe(6);
    for (const [field, value] of [
      ['City', /Paris/],
      ['Postal Code', /75001/],
      ['Phone Number', /5550199/],
    ] as const) {
      await expect.poll(() => choice(other, field, value).isChecked()).toBe(true);
    }
    await choice(other, 'Postal Code', /N1 9GU/).check();
    await other.presses('Save these');
    await other.isAt('/dashboard/settings');
    expect(await stored(account)).toEqual({ city: 'Paris', phone: '5550199', zip: 'N1 9GU' });
  });

  it('is shown again if it changes again, and edits are kept after going back', async () => {
    const { account, person, other, change } = await twoTabs();
    await other.types('City', 'Rome');
    await change();
    await other.presses('SUBMIT');
    await other.presses('Back to the form');
    expect(await other.page.getByLabel('City').inputValue()).toBe('Rome');
    await other.presses('SUBMIT');
    await other.seesHeading('Your shipping was changed in another tab');
    await person.follows('Edit shipping info');
    await person.types('City', 'Lyon');
    await person.presses('SUBMIT');
    await person.isAt('/dashboard/settings');
    await other.presses('Save these');
    await choice(other, 'City', /Lyon/).waitFor();
    expect(await choice(other, 'City', /Rome/).isChecked()).toBe(true);
    await other.presses('Save these');
    await other.isAt('/dashboard/settings');
    expect(await stored(account)).toEqual({ city: 'Rome', phone: SHIPPING.phone, zip: '75001' });
  });

  it('is taken over by an untouched form, which opens with the stored values', async () => {
    const { account, person } = await shop.trader();
    await person.opens('/dashboard/settings');
    await person.sees(SHIPPING.city);
    await account.post('/shipping', { ...SHIPPING, city: 'Paris' });
    await person.follows('Edit shipping info');
    const city = person.page.getByLabel('City');
    await expect.poll(() => city.inputValue()).toBe('Paris');
    await person.types('Phone Number', '5550199');
    await person.presses('SUBMIT');
    await person.isAt('/dashboard/settings');
    expect(await stored(account)).toEqual({ city: 'Paris', phone: '5550199', zip: SHIPPING.zip });
  });

  it('is shown while it is being saved, after the page was left', async () => {
    const { account, person } = await shop.trader();
    await person.opens('/dashboard/settings/shipping');
    const held = await hold(person.page, '/api/shipping');
    await person.types('City', 'Paris');
    await person.presses('SUBMIT');
    await held.arrive();
    await person.follows('BACK');
    await person.sees('Paris');
    await person.follows('Edit shipping info');
    expect(await person.page.getByLabel('City').inputValue()).toBe('Paris');
    await held.end();
    await person.seesToast('Your shipping is saved.');
    expect(await stored(account)).toMatchObject({ city: 'Paris' });
    expect(person.place, 'the answer does not redirect').toBe('/dashboard/settings/shipping');
  });
});

describe('the dashboard', () => {
  it('shows the name of its user, or nothing without one', async () => {
    const { person } = await shop.trader();
    await person.opens('/dashboard/profile');
    await person.sees(/^Ada Lovelace$/);
    await person.sees('0 Purchases');
    await person.sees('0 Sales');
    await person.link(/reset/i).waitFor();
  });

  it('shows -- for every empty list', async () => {
    const { person } = await shop.trader();
    for (const path of ['/dashboard/selling', '/dashboard/buying']) {
      await person.opens(path);
      await person.sees('--');
    }
  });

  it('leads to Home after a logout, also if a read was refused before its answer arrived', async () => {
    const { person } = await shop.trader();
    person.expectsComplaint(/status of 401/);
    await person.opens('/dashboard/profile');
    await person.seesAllOfIt();
    const logout = await delayed(person.page, '/api/auth/sign-out');
    // The server ends the user's live stream; the tab reads again what it may have missed.
    const refusedRead = person.page.waitForResponse(
      (response) => response.status() === 401 && !response.url().includes('/api/live/'),
    );
    await person.logsOut();
    await refusedRead;
    await logout.end();
    await person.isAt('/');
    expect(await person.page.getByText('Your session has ended').count()).toBe(0);
  });

  it('logs out a user whose session has ended elsewhere, and says so', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 401/);
    // Its own stream would notice before the dashboard's request.
    await person.page.route('**/api/live/me', () => {});
    await person.opens('/');
    // After the session's end, a late read of the page would log out before the dashboard does.
    await person.button('Notifications').waitFor();
    await person.seesAllOfIt();
    await account.post('/auth/sign-out');
    await person.follows('Dashboard');
    await person.isAt('/login');
    await person.seesToast('Your session has ended. Please log in again.');
    await person.page.getByRole('main').getByText('Your session has ended. Please log in again.').waitFor();
    expect(await person.page.evaluate(() => localStorage.getItem('persist:root') ?? '')).not.toContain(
      account.uid,
    );
  });
});
