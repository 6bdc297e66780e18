import type { StoredShipping, UserData } from '@perkex/contract/user-data.js';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SettingsPage } from '../src/settings/settings-page.js';
import { ShippingPage } from '../src/settings/shipping-page.js';
import { UNVERIFIED_SECURITY, userData } from './support/data.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, pass, startServer } from './support/open-page.js';
import { expectFault, expectFocus, expectToast } from './support/shown.js';

const SETTINGS = '/dashboard/settings';
const SHIPPING = '/dashboard/settings/shipping';
const STORED = userData().shipping;
const NO_SHIPPING = Object.fromEntries(Object.keys(STORED).map((field) => [field, ''])) as StoredShipping;
const NOTHING = { shipping: NO_SHIPPING, payout: { type: '' }, payment: { type: '' } } as const;

/** The settings with the shipping form, on a server that stores what it is sent. */
async function openSettings(changes: Partial<UserData> = {}, at = SETTINGS) {
  const server = startServer();
  let data = userData(changes);
  const stores = (change: Partial<UserData>) => {
    data = { ...data, ...change };
  };
  server.answer('userData', () => data);
  server.answer('noticeSettings', () => new Promise(() => {}));
  server.answer('payout', ({ body }) => {
    stores({ payout: { type: body.payout as 'CC' } });
    return 'Your payout is saved.';
  });
  server.answer('payment', ({ body }) => {
    stores({ payment: { type: body.payment as 'CC' } });
    return 'Your payment is saved.';
  });
  server.answer('shipping', ({ body: { uid, base, ...shipping } }) => {
    stores({ shipping: shipping as unknown as StoredShipping });
    return 'Your shipping is saved.';
  });
  const page = openPage(SettingsPage, {
    at,
    path: SETTINGS,
    others: { [SHIPPING]: ShippingPage },
    userId: 'ada',
  });
  await (at === SETTINGS
    ? screen.findByRole('region', { name: 'SHIPPING INFO' })
    : screen.findByLabelText('City'));
  return {
    ...page,
    server,
    stores,
    async types(label: string, text: string) {
      await page.user.clear(screen.getByLabelText(label));
      await page.user.click(screen.getByLabelText(label));
      await page.user.paste(text);
    },
    /** happy-dom does not show the value that the form begins with. */
    async submits() {
      await page.user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany');
      await page.user.click(button('SUBMIT'));
    },
  };
}

const city = () => screen.getByLabelText<HTMLInputElement>('City');

describe('the settings', () => {
  it('show what is not set yet, with ways to set it', async () => {
    const { user } = await openSettings(NOTHING);
    button('Set your payout!');
    button('Set your payment!');
    expect(screen.queryByText('Street Number')).toBeNull();
    expect(screen.getByRole('link', { name: 'Login & security' }).getAttribute('href')).toBe(
      '/dashboard/settings/security',
    );
    await user.click(screen.getByRole('link', { name: 'Add your address' }));
    await screen.findByText('Please provide your shipping info');
    expect(location.pathname).toBe(SHIPPING);
  });

  it.each([
    ['payout', 'PayPal'],
    ['payout', 'Credit card'],
    ['payment', 'Credit card'],
  ])('set the %s to %s, and go back without a change', async (kind, method) => {
    const { user } = await openSettings(NOTHING);
    await user.click(button(`Edit ${kind} details`));
    await user.click(button('BACK'));
    await user.click(button(`Edit ${kind} details`));
    await user.click(button(method));
    await expectToast(`Your ${kind} is saved.`);
    expect(screen.queryByRole('button', { name: `Set your ${kind}!` })).toBeNull();
    screen.getByRole('img', { name: method });
  });

  it('show the saved shipping, and link to its form', async () => {
    const { user, types, submits, server } = await openSettings(NOTHING);
    await user.click(screen.getByRole('link', { name: 'Edit shipping info' }));
    await screen.findByLabelText('City');
    const form = {
      'First Name': 'Grace',
      'Last Name': 'Hopper',
      'Street Address': 'Harbour Road',
      'Street Number': '7b',
      City: 'Arlington',
      'Postal Code': '22203',
      'Phone Number': '+1 703 555 0100',
    };
    for (const [label, text] of Object.entries(form)) {
      await types(label, text);
    }
    await submits();
    await expectToast('Your shipping is saved.');
    const shown = within(await screen.findByRole('region', { name: 'SHIPPING INFO' }));
    for (const text of ['Grace Hopper', ...Object.values(form).slice(2), 'Germany']) {
      shown.getByText(text);
    }
    expect(server.requestsOf('shipping')[0]?.body).toMatchObject({ base: NO_SHIPPING });
    await user.click(screen.getByRole('link', { name: 'Edit shipping info' }));
    expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('Grace');
    await user.click(screen.getByRole('link', { name: 'BACK' }));
    await screen.findByRole('region', { name: 'SHIPPING INFO' });
  });
});

describe('a changed payout in a session that is not fresh', () => {
  it('is saved after the password, and the open choice stays until then', async () => {
    const { user, server, stores } = await openSettings();
    server.answer('security', UNVERIFIED_SECURITY);
    let isFresh = false;
    server.answer('payout', () => {
      if (!isFresh) {
        throw refusal('proof-needed');
      }
      stores({ payout: { type: 'CC' } });
      return 'Your payout is saved.';
    });
    server.answer('prove', ({ body }) => {
      if (body.password !== 'correct horse') {
        throw refusal('INVALID_PASSWORD');
      }
      isFresh = true;
      return { status: true };
    });
    await user.click(button('Edit payout details'));
    await user.click(button('Credit card'));
    await screen.findByRole('dialog', { name: "Confirm it's you" });
    await expectFocus(() => screen.getByLabelText('PASSWORD'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Credit card'));
    await user.type(await screen.findByLabelText('PASSWORD'), 'not the password');
    await user.click(button('CONFIRM'));
    await expectFault('PASSWORD', 'This password is incorrect.');
    await user.clear(screen.getByLabelText('PASSWORD'));
    await user.type(screen.getByLabelText('PASSWORD'), 'correct horse{Enter}');
    await expectToast('Your payout is saved.');
    within(screen.getByRole('region', { name: 'PAYOUT DETAILS' })).getByRole('img', { name: 'Credit card' });
    expect(document.activeElement).toBe(button('Edit payout details'));
  });
});

describe('the shipping form', () => {
  it('shows refusals of the server, and stays', async () => {
    const { server, submits } = await openSettings({}, SHIPPING);
    server.answer('shipping', refusal('invalid-body'));
    await submits();
    await expectToast(/missing or wrong fields/);
    expect(location.pathname).toBe(SHIPPING);
  });

  it('that is untouched takes over an address that was stored in another tab', async () => {
    // happy-dom does not show the country that the form begins with, and the form would count as touched.
    const stored = { ...STORED, country: '' };
    const { user, server, stores, types, submits } = await openSettings({ shipping: stored });
    stores({ shipping: { ...stored, city: 'Paris' } });
    await user.click(screen.getByRole('link', { name: 'Edit shipping info' }));
    await screen.findByLabelText('City');
    await waitFor(() => expect(city().value).toBe('Paris'));
    await types('Phone Number', '5550199');
    await submits();
    await screen.findByRole('region', { name: 'SHIPPING INFO' });
    expect(server.requestsOf('shipping')[0]?.body).toMatchObject({
      city: 'Paris',
      phone: '5550199',
      zip: STORED.zip,
      base: { city: 'Paris' },
    });
  });

  it('that was left while it is being saved shows the new address, and its answer does not redirect', async () => {
    const { user, server, types, submits } = await openSettings({}, SHIPPING);
    const saving = server.answerLater('shipping', 'Your shipping is saved.');
    await types('City', 'Paris');
    await submits();
    await user.click(screen.getByRole('link', { name: 'BACK' }));
    await screen.findByText('Paris');
    await user.click(screen.getByRole('link', { name: 'Edit shipping info' }));
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Paris');
    saving.release();
    await expectToast('Your shipping is saved.');
    await pass(1_000);
    expect(location.pathname).toBe(SHIPPING);
  });
});

describe('shipping that was changed in another tab', () => {
  const choice = (field: string, value: RegExp) =>
    within(screen.getByRole('group', { name: field })).getByRole<HTMLInputElement>('radio', { name: value });

  it('is shown again if it changes again, and edits are kept after going back', async () => {
    const { user, server, stores, types, submits } = await openSettings({}, SHIPPING);
    server.answer('shipping', refusal('shipping-changed'));
    stores({ shipping: { ...STORED, city: 'Paris', zip: '75001' } });
    await types('City', 'Rome');
    await submits();
    await screen.findByRole('dialog', { name: 'Your shipping was changed in another tab' });
    // Untouched fields take the new values, and edited ones stay, unless the user decides otherwise.
    expect(screen.getAllByRole('radio')).toHaveLength(4);
    expect([choice('City', /Rome/).checked, choice('Postal Code', /75001/).checked]).toEqual([true, true]);
    await user.click(button('Back to the form'));
    expect(city().value).toBe('Rome');
    await submits();
    await screen.findByRole('dialog', { name: 'Your shipping was changed in another tab' });
    stores({ shipping: { ...STORED, city: 'Lyon', zip: '75001' } });
    await pass(1_500);
    await user.click(button('Save these'));
    await waitFor(() => choice('City', /Lyon/));
    expect(choice('City', /Rome/).checked).toBe(true);
    server.answer('shipping', 'Your shipping is saved.');
    await pass(1_500);
    await user.click(button('Save these'));
    await screen.findByRole('region', { name: 'SHIPPING INFO' });
    expect(server.requestsOf('shipping').at(-1)?.body).toMatchObject({
      city: 'Rome',
      zip: '75001',
      base: { city: 'Lyon' },
    });
  });
});
