import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SettingsPage } from '../src/settings/settings-page.js';
import { userData } from './support/data.js';
import { deal, markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

vi.mock('@stripe/stripe-js/pure');

const SETUP: PaymentSetup = {
  provider: 'stripe',
  publishableKey: 'pk_test_shop',
  hasCard: false,
  testCard: null,
  payouts: 'none',
  bankAccount: null,
};
const SUCCEEDED = { setupIntent: { status: 'succeeded' } };

const confirmSetup = vi.fn();
const listeners: Record<string, () => void> = {};

beforeEach(() => {
  startServer();
  server.answer('prepareCard', { hasCard: false, clientSecret: 'seti_1_secret_2' });
  server.answer('finishCard', 'Your card is saved.');
  confirmSetup.mockReset().mockResolvedValue(SUCCEEDED);
  const form = {
    on: (event: string, listener: () => void) => {
      listeners[event] = listener;
    },
    mount: (place: HTMLElement) => {
      place.append('card fields');
      listeners.ready?.();
    },
    destroy: () => {},
  };
  const elements = { create: () => form, update: () => {} };
  vi.mocked(loadStripe)
    .mockReset()
    .mockResolvedValue({ elements: () => elements, confirmSetup } as never);
});

async function openSettings(setup: Partial<PaymentSetup> = {}) {
  server.answer('userData', userData());
  server.answer('noticeSettings', () => new Promise(() => {}));
  server.answer('paymentSetup', { ...SETUP, ...setup });
  markDealsStarted('stripe');
  return openPage(SettingsPage, { at: '/dashboard/settings', userId: 'ada' });
}

async function openForm() {
  const page = await openSettings();
  await page.user.click(await screen.findByRole('button', { name: 'Add a card' }));
  await screen.findByText('card fields');
  await pass(SETTLED_MS);
  return page;
}

describe('the form for a card', () => {
  it('saves the card once, for a double press', async () => {
    const { user } = await openForm();
    expect(loadStripe).toHaveBeenCalledWith('pk_test_shop');
    server.answer('paymentSetup', { ...SETUP, hasCard: true });
    await user.dblClick(button('Save the card'));
    await screen.findByText('A card is attached.');
    expect(confirmSetup).toHaveBeenCalledTimes(1);
    expect(server.requestsOf('finishCard')).toHaveLength(1);
    screen.getByRole('button', { name: 'Change the card' });
  });

  it('shows the sentence of a card that is declined', async () => {
    const { user } = await openForm();
    confirmSetup.mockResolvedValue({ error: { message: 'Your card was declined.' } });
    await user.click(button('Save the card'));
    await screen.findByText('Your card was declined.');
    expect(server.requestsOf('finishCard')).toEqual([]);
  });

  it('confirms the card once, although the answer of the market was lost', async () => {
    const { user } = await openForm();
    server.answer('finishCard', refusal('provider-unavailable'));
    await user.click(button('Save the card'));
    await screen.findByText(/^The payment provider/);
    server.answer('finishCard', 'Your card is saved.');
    server.answer('paymentSetup', { ...SETUP, hasCard: true });
    await user.click(button('Save the card'));
    await screen.findByText('A card is attached.');
    expect(confirmSetup).toHaveBeenCalledTimes(1);
  });

  it('can be loaded again, and left', async () => {
    vi.mocked(loadStripe).mockRejectedValueOnce(new Error('Failed to load Stripe.js'));
    const { user } = await openSettings();
    await user.click(await screen.findByRole('button', { name: 'Add a card' }));
    await screen.findByText('The form for cards could not be loaded.');
    await user.click(button('Try again'));
    await screen.findByText('card fields');
    await user.click(button('BACK'));
    await screen.findByRole('button', { name: 'Add a card' });
  });

  it('does not open while the provider gives no answer', async () => {
    const { user } = await openSettings();
    server.answer('prepareCard', lostConnection());
    await user.click(await screen.findByRole('button', { name: 'Add a card' }));
    await screen.findByText(/^The connection to PerkeX is lost/);
  });
});

describe('another card for a declined payment', () => {
  const DECLINED = deal({ version: 2, steps: ['pay', 'undo'], payment: 'failed' });

  it.each([
    ['the form', 'finishCard'],
    ['a saved card', 'prepareCard'],
  ] as const)(
    'can be given again if it was declined before the answer to %s arrived',
    async (_what, call) => {
      server.answer('dealReport', { report: null });
      server.answer('paymentSetup', SETUP);
      const { user } = openDealPage(DECLINED, 'stripe');
      const add = await screen.findByRole('button', { name: 'Add a card' });
      const saving =
        call === 'finishCard'
          ? server.answerLater('finishCard', 'Your card is saved.')
          : server.answerLater('prepareCard', { hasCard: true, clientSecret: null });
      await user.click(add);
      if (call === 'finishCard') {
        await screen.findByText('card fields');
        await pass(SETTLED_MS);
        await user.click(button('Save the card'));
      }
      await waitFor(() => expect(server.requestsOf(call)).toHaveLength(1));
      server.answer('deal', { ...DECLINED, version: 4 });
      fireEvent(window, new Event('visibilitychange'));
      await waitFor(() => expect(server.requestsOf('deal')).toHaveLength(2));
      await pass(50);
      saving.release();
      await waitFor(() => expect(server.requestsOf('deal')).toHaveLength(3));
      await pass(SETTLED_MS);
      button('Add a card');
      expect(screen.queryByText(/^Your card is saved/)).toBeNull();
    },
  );
});

describe('the account for payouts', () => {
  function spyOnLeaving() {
    return vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  }

  it('is opened on the pages of the provider, after a verification', async () => {
    const leave = spyOnLeaving();
    const { user } = await openSettings();
    server.answer('preparePayouts', refusal('proof-needed'));
    server.answer('security', () => new Promise(() => {}));
    await user.click(await screen.findByRole('button', { name: 'Set up payouts' }));
    await screen.findByText(/^This decides where your money goes/);
    expect(leave).not.toHaveBeenCalled();
  });

  it('is completed there', async () => {
    const leave = spyOnLeaving();
    server.answer('checkPayouts', { isReady: false });
    const { user } = await openSettings({ payouts: 'incomplete' });
    const url = 'https://connect.example/form';
    server.answer('preparePayouts', { isReady: false, url });
    await user.click(await screen.findByRole('button', { name: 'Complete your account' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([[url]]));
  });

  it('is asked about until it is ready', async () => {
    server.answer('checkPayouts', { isReady: false });
    await openSettings({ payouts: 'incomplete' });
    await screen.findByText('Your account is not complete, so PerkeX cannot pay you yet.');
    await waitFor(() => expect(server.requestsOf('checkPayouts')).not.toEqual([]));
    server.answer('checkPayouts', () => {
      server.answer('paymentSetup', { ...SETUP, payouts: 'ready' });
      return { isReady: true };
    });
    window.dispatchEvent(new Event('visibilitychange'));
    await screen.findByText('An account is attached. PerkeX can pay you.');
    expect(screen.queryByRole('button', { name: 'Complete your account' })).toBeNull();
  });
});
