import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keepUnfinishedOrder, readUnfinishedOrder } from '../src/orders/unfinished-order.js';
import { MethodSection } from '../src/settings/method-section.js';
import { ShippingPage } from '../src/settings/shipping-page.js';
import { useUserData } from '../src/user/user.js';
import { UNVERIFIED_SECURITY, userData } from './support/data.js';
import { refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

const SETTINGS = { at: '/dashboard/settings', userId: 'ada' } as const;

function Payout() {
  const { data } = useUserData();
  return data ? <MethodSection kind="payout" chosen={data.payout.type} /> : null;
}

describe('the payout', () => {
  async function openPayout(type: '' | 'PAYPAL' = 'PAYPAL', state = {}) {
    const server = startServer();
    let payout: ReturnType<typeof userData>['payout'] = { type };
    server.answer('userData', () => userData({ payout }));
    server.answer('payout', ({ body }) => {
      payout = { type: body.payout as 'CC' };
      return 'Your payout is set.';
    });
    const page = openPage(Payout, { ...SETTINGS, state });
    await screen.findByRole('region', { name: 'PAYOUT DETAILS' });
    return { ...page, server };
  }

  it('asks to be set, and moves the focus to its edit icon', async () => {
    const { user } = await openPayout('');
    await user.click(button('Set your payout!'));
    button('PayPal');
    button('Credit card');
    expect(document.activeElement).toBe(button('Edit payout details'));
  });

  it('is saved by a choice, which leaves the edit mode at once', async () => {
    const { user, server } = await openPayout();
    await user.click(button('Edit payout details'));
    await user.click(button('Credit card'));
    expect(screen.queryByRole('button', { name: 'BACK' })).toBeNull();
    screen.getByRole('img', { name: 'Credit card' });
    expect((await screen.findByRole('alert')).textContent).toContain('Your payout is set.');
    expect(server.requestsOf('payout')[0]?.body).toEqual({ uid: 'ada', payout: 'CC' });
  });

  it.each(['BACK', 'Escape'])('is kept by %s, with the focus on the edit icon', async (way) => {
    const { user, server } = await openPayout();
    await user.click(button('Edit payout details'));
    await (way === 'BACK' ? user.click(button('BACK')) : user.keyboard('{Escape}'));
    screen.getByRole('img', { name: 'PayPal' });
    expect(document.activeElement).toBe(button('Edit payout details'));
    expect(server.requestsOf('payout')).toEqual([]);
  });

  it('is as before after a refusal, with the reason', async () => {
    const { user, server } = await openPayout();
    server.answer('payout', refusal('invalid-body'));
    await user.click(button('Edit payout details'));
    await user.click(button('Credit card'));
    expect((await screen.findByRole('alert')).textContent).toContain('missing or wrong fields');
    screen.getByRole('img', { name: 'PayPal' });
  });

  it('is changed only after a verification where that is needed', async () => {
    const { user, server } = await openPayout();
    server.answer('security', UNVERIFIED_SECURITY);
    server.answer('payout', refusal('proof-needed'));
    await user.click(button('Edit payout details'));
    await user.click(button('Credit card'));
    const dialog = await screen.findByRole('dialog', { name: "Confirm it's you" });
    await within(dialog).findByLabelText('PASSWORD');
    await user.click(button('CONFIRM'));
    within(dialog).getByText('Password is required');
    server.answer('prove', { status: true });
    server.answer('payout', 'Your payout is set.');
    await user.type(within(dialog).getByLabelText('PASSWORD'), 'correct horse{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Your payout is set.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requestsOf('prove')[0]?.body).toEqual({ password: 'correct horse' });
  });

  it('leads back to the panel that asked for it', async () => {
    keepUnfinishedOrder({
      flow: 'sell',
      productId: 7,
      name: 'Air Runner Low',
      size: '9',
      mode: 'place',
      priceCents: 300_00,
    });
    const { user } = await openPayout('', { isFromPanel: true });
    await user.click(button('Set your payout!'));
    await user.click(button('PayPal'));
    await expectPage('/sell/7?size=9');
    expect(readUnfinishedOrder()).toBeNull();
  });
});

describe('the shipping form (section 5)', () => {
  async function openForm(shipping = userData().shipping) {
    const server = startServer();
    server.answer('userData', userData({ shipping }));
    const page = openPage(ShippingPage, {
      ...SETTINGS,
      at: '/dashboard/settings/shipping',
    });
    await screen.findByRole('textbox', { name: 'First Name' });
    return { ...page, server };
  }

  const EMPTY = Object.fromEntries(
    Object.keys(userData().shipping).map((field) => [field, '']),
  ) as ReturnType<typeof userData>['shipping'];

  it('names every missing field', async () => {
    const { user, server } = await openForm(EMPTY);
    await user.click(button('SUBMIT'));
    const messages = [
      'Name is required',
      'Last Name is required',
      'Country is required',
      'Street Address is required',
      'Street Number is required',
      'City is required',
      'Postal Code is required',
      'Phone is required',
    ];
    for (const message of messages) {
      await screen.findByText(message);
    }
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First Name' }));
    expect(server.requestsOf('shipping')).toEqual([]);
  });

  it('accepts only English letters in names', async () => {
    const { user } = await openForm({ ...userData().shipping, name: 'Åsa', surname: 'Øster' });
    await user.click(button('SUBMIT'));
    await screen.findByText('Name can only contain english characters');
    await screen.findByText('Last Name can only contain english characters');
  });

  it('sends the label of the country and leads to the settings', async () => {
    const { user, server } = await openForm();
    server.answer('shipping', 'Your shipping is saved.');
    // happy-dom does not show the value that the form begins with.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany');
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'Berlin');
    await user.click(button('SUBMIT'));
    await expectPage('/dashboard/settings');
    expect(server.requestsOf('shipping')[0]?.body).toMatchObject({
      uid: 'ada',
      city: 'Berlin',
      country: 'Germany',
      base: userData().shipping,
    });
  });

  it('shows both values if another tab has changed the shipping, and saves the chosen one', async () => {
    const { user, server } = await openForm();
    server.answer('userData', userData({ shipping: { ...userData().shipping, city: 'Hamburg' } }));
    server.answer('shipping', refusal('shipping-changed'));
    // happy-dom does not show the value that the form begins with.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany');
    const city = screen.getByRole('textbox', { name: 'City' });
    await user.clear(city);
    await user.type(city, 'Berlin');
    await user.click(button('SUBMIT'));
    const dialog = await screen.findByRole('dialog', { name: 'Your shipping was changed in another tab' });
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /Berlin/ }).checked).toBe(true);
    await user.click(within(dialog).getByRole('radio', { name: /Hamburg/ }));
    server.answer('shipping', 'Your shipping is saved.');
    await pass(1_500);
    await user.click(button('Save these'));
    await expectPage('/dashboard/settings');
    expect(server.requestsOf('shipping').at(-1)?.body).toMatchObject({
      city: 'Hamburg',
      base: { city: 'Hamburg' },
    });
  });
});
