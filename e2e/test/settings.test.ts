import { describe, expect, it } from 'vitest';
import type { Person } from '../src/person.js';
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

  it('lead from what is not set to where it is set', async () => {
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

  it('show the shipping that was saved, and lead to its form', async () => {
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
  it('shows what is missing at each field', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings/shipping');
    await person.presses('SUBMIT');
    for (const text of [
      'Name is required',
      'Last Name is required',
      'Country is required',
      'Street Address is required',
      'Street Number is required',
      'City is required',
      'Postal Code is required',
      'Phone is required',
    ]) {
      await person.sees(text);
    }
    expect(await person.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(person.place).toBe('/dashboard/settings/shipping');
  });

  it('takes English letters only in names', async () => {
    const { person } = await shop.trader({ isReady: false });
    await person.opens('/dashboard/settings/shipping');
    await fill(person, { ...FORM, 'First Name': 'Łukasz', 'Last Name': 'van Dyk' });
    await person.presses('SUBMIT');
    await person.sees('Name can only contain english characters');
    await person.sees('Last Name can only contain english characters');
    await person.types('First Name', 'Lukasz');
    await person.seesNoMore('Name can only contain english characters');
  });

  it('shows what the server refuses', async () => {
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

describe('the dashboard', () => {
  it('shows the name of its user, and nothing while there is none', async () => {
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

  it('logs out a user whose session has ended elsewhere, and says so', async () => {
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 401/);
    // Its own stream would hear of it before the dashboard asks.
    await person.page.route('**/api/live/me', () => {});
    await person.opens('/');
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
