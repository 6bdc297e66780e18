import type { OwnDeal } from '@perkex/contract/deals.js';
import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stateWords } from '../src/deals/state-words.js';
import { SettingsPage } from '../src/settings/settings-page.js';
import { userData } from './support/data.js';
import { deal, DEAL_ID as ID, markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const DECLINED = deal({ version: 2, steps: ['pay', 'undo'], payment: 'failed' });
const ASKS_BANK = deal({ version: 2, steps: ['pay', 'undo'], payment: 'needs-buyer' });
const COLLECTING = deal({ version: 3, steps: ['undo'], payment: 'collecting' });
const SETUP: PaymentSetup = {
  provider: 'play',
  publishableKey: null,
  hasCard: true,
  testCard: 'works',
  payouts: 'ready',
  bankAccount: null,
};

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
});

async function openDeal(shown: OwnDeal, payments: 'play' | 'stripe' = 'play') {
  const page = openDealPage(shown, payments);
  await screen.findByRole('heading', { name: stateWords(shown).label });
  await pass(SETTLED_MS);
  return page;
}

const SAVED = { hasCard: true, clientSecret: null };

const cards = () => server.requestsOf('prepareCard').map(({ body }) => body.card);
const payments = () => server.requestsOf('takeDealStep').map(({ body }) => body);

describe('a declined payment', () => {
  it('is made with the chosen test card, once for a double press', async () => {
    const { user } = await openDeal(DECLINED);
    screen.getByText('Your payment was declined. Please pay again.');
    server.answer('prepareCard', SAVED);
    await user.click(screen.getByLabelText(/^A card whose bank asks you/));
    await user.dblClick(button('Pay 216.50$'));
    await screen.findByText('Your card is saved. We collect your payment.');
    const state = screen.getByRole('heading', { name: 'Waiting for payment' });
    expect(document.activeElement).toBe(state);
    expect(cards()).toEqual(['asks-bank']);
    expect(payments()).toEqual([]);
  });

  it('is shown as collected, and can be made again if the new card is declined, too', async () => {
    const { user } = await openDeal(DECLINED);
    server.answer('prepareCard', SAVED);
    server.answer('deal', COLLECTING);
    await user.click(button('Pay 216.50$'));
    await screen.findByText('We collect your payment.');
    expect(screen.queryByRole('heading', { name: 'Pay again' })).toBeNull();
    server.answer('deal', { ...DECLINED, version: 4 });
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByRole('button', { name: 'Pay 216.50$' });
    expect(screen.queryByText(/^Your card is saved/)).toBeNull();
  });

  it('can be made again if the new card was declined before its answer arrived', async () => {
    const { user } = await openDeal(DECLINED);
    const saving = server.answerLater('prepareCard', SAVED);
    await user.click(button('Pay 216.50$'));
    server.answer('deal', { ...DECLINED, version: 4 });
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(server.requestsOf('deal')).toHaveLength(2));
    await pass(50);
    saving.release();
    await waitFor(() => expect(server.requestsOf('deal')).toHaveLength(3));
    await pass(SETTLED_MS);
    button('Pay 216.50$');
    expect(screen.queryByText(/^Your card is saved/)).toBeNull();
  });

  it('is not made while the card cannot be saved, and says why', async () => {
    const { user } = await openDeal(DECLINED);
    server.answer('prepareCard', refusal('payments-off'));
    await user.click(button('Pay 216.50$'));
    expect((await screen.findByRole('alert')).textContent).toBe('Payments are switched off.');
    server.answer('prepareCard', SAVED);
    await user.click(button('Pay 216.50$'));
    await screen.findByText('Your card is saved. We collect your payment.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('whose answer was lost can be made again', async () => {
    const { user } = await openDeal(DECLINED);
    server.answer('prepareCard', lostConnection());
    await user.click(button('Pay 216.50$'));
    await screen.findByText(/we do not know whether this was saved/);
    button('Pay 216.50$');
  });

  it('can be tried again with the saved card where money is real', async () => {
    server.answer('paymentSetup', { ...SETUP, provider: 'stripe', testCard: null });
    const { user } = await openDeal(DECLINED, 'stripe');
    expect(screen.queryByText(/play money/)).toBeNull();
    const again = await screen.findByRole('button', { name: 'Try again' });
    await pass(SETTLED_MS);
    server.answer('takeDealStep', COLLECTING);
    server.answer('deal', COLLECTING);
    await user.dblClick(again);
    await screen.findByText('We collect your payment.');
    expect(cards()).toEqual([]);
    expect(payments()).toMatchObject([{ uid: 'ada', deal: ID, version: 2, step: { type: 'pay' } }]);
  });

  it('needs a card first where money is real', async () => {
    const publishableKey = 'pk_test_shop';
    server.answer('paymentSetup', {
      ...SETUP,
      provider: 'stripe',
      publishableKey,
      hasCard: false,
      testCard: null,
    });
    await openDeal(DECLINED, 'stripe');
    await screen.findByText('You have no saved card.');
    button('Add a card');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a payment that the bank asks about', () => {
  function spyOnLeaving() {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    onTestFinished(() => leave.mockRestore());
    return leave;
  }

  it('leads to the page of the bank', async () => {
    const leave = spyOnLeaving();
    const { user } = await openDeal(ASKS_BANK);
    screen.getByText('Your bank wants you to confirm the payment.');
    server.answer('bankPage', { address: 'http://localhost:3000/play/bank/pi_1' });
    await user.click(button('Go to your bank'));
    await waitFor(() => expect(leave.mock.calls).toEqual([['http://localhost:3000/play/bank/pi_1']]));
    expect(server.requestsOf('bankPage')[0]?.params).toEqual({ id: ID });
  });

  it('that has ended at the bank is read again', async () => {
    const leave = spyOnLeaving();
    const { user } = await openDeal(ASKS_BANK);
    server.answer('bankPage', refusal('nothing-to-confirm'));
    server.answer('deal', deal({ state: 'paid', version: 3 }));
    await user.click(button('Go to your bank'));
    await screen.findByRole('heading', { name: 'Paid' });
    expect(leave).not.toHaveBeenCalled();
  });

  it('can be made with another card instead', async () => {
    const { user } = await openDeal(ASKS_BANK);
    expect(screen.queryByRole('radio')).toBeNull();
    await user.click(button('Pay with another card'));
    await pass(SETTLED_MS);
    server.answer('prepareCard', SAVED);
    await user.click(button('Pay 216.50$'));
    await screen.findByText('Your card is saved. We collect your payment.');
    expect(cards()).toEqual(['works']);
  });
});

it('a deal that is being paid, or of the seller, has no payment to make', async () => {
  await openDeal(COLLECTING);
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  screen.getByText('Play money: no real money moves.');
});

describe('the settings', () => {
  async function openSettings(setup: PaymentSetup) {
    server.answer('userData', userData());
    server.answer('noticeSettings', () => new Promise(() => {}));
    server.answer('paymentSetup', setup);
    markDealsStarted(setup.provider);
    const at = '/dashboard/settings';
    const page = openPage(SettingsPage, { at, userId: 'ada' });
    await screen.findByRole('region', { name: 'PAYMENT DETAILS' });
    return page;
  }

  it.each([
    [
      SETUP,
      'A test card that works is attached.',
      'A test account is attached. PerkeX can pay you play money.',
    ],
    [
      { ...SETUP, testCard: 'declined' },
      'A test card that is declined is attached.',
      'A test account is attached. PerkeX can pay you play money.',
    ],
    [
      { ...SETUP, hasCard: false, testCard: null, payouts: 'none' },
      'No test card is attached yet. You get one that works with your first trade.',
      'No test account is attached yet. You get one with your first trade.',
    ],
    [
      { ...SETUP, provider: 'stripe', testCard: null },
      'A card is attached.',
      'An account is attached. PerkeX can pay you.',
    ],
    [
      { ...SETUP, provider: 'stripe', hasCard: false, testCard: null, payouts: 'incomplete' },
      'No card is attached, so your purchases cannot be paid yet.',
      'Your account is not complete, so PerkeX cannot pay you yet.',
    ],
  ] as const)('say whether money can move: %j', async (setup, card, account) => {
    await openSettings(setup);
    await screen.findByText(card);
    screen.getByText(account);
  });

  it('show the card that a chosen payment attaches', async () => {
    const { user } = await openSettings({ ...SETUP, testCard: 'declined' });
    await screen.findByText('A test card that is declined is attached.');
    server.answer('payment', () => {
      server.answer('paymentSetup', { ...SETUP, hasCard: false, testCard: null });
      return 'Your payment is saved.';
    });
    await user.click(button('Edit payment details'));
    await user.click(await screen.findByRole('button', { name: 'Credit card' }));
    await screen.findByText(/^No test card is attached yet/);
  });
});
