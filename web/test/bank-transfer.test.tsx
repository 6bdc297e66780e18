import type { PaymentSetup } from '@perkex/contract/payment-setup.js';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentInstructions } from '../src/api/payments.js';
import { SettingsPage } from '../src/settings/settings-page.js';
import { userData } from './support/data.js';
import { deal, markDealsStarted, TRADE } from './support/deals.js';
import { refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const INSTRUCTIONS: PaymentInstructions = {
  holder: 'Sneaker Club',
  account: 'DE89 3704 0044 0532 0130 00',
  bankCode: null,
  bankName: 'Club Bank',
  reference: 'RF18 7K3M 9QX2 TB4D',
  amount: 216.5,
  received: 0,
};
const TO_PAY = deal({
  version: 2,
  steps: ['pay', 'undo'],
  payment: 'needs-buyer',
  money: [{ kind: 'collecting', amount: 216.5 }],
  timeline: [TRADE, { ...TRADE, version: 2, event: 'payment-needs-buyer', by: 'provider' }],
});

beforeEach(() => {
  startServer();
});

describe('the page of an unpaid deal', () => {
  async function openDeal() {
    const page = openDealPage(TO_PAY, 'bank');
    await screen.findByRole('heading', { name: 'Pay by bank transfer' });
    return page;
  }

  it('has the account, the amount and the reference, and copies each of them', async () => {
    server.answer('paymentInstructions', INSTRUCTIONS);
    const { user } = await openDeal();
    const part = within(screen.getByRole('region', { name: 'Pay by bank transfer' }));
    await part.findByText('216.50$');
    const terms = part.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Amount', 'Reference', 'Name', 'IBAN', 'Bank']);
    const copied: string[] = [];
    for (const name of ['amount', 'reference', 'IBAN']) {
      await user.click(button(`Copy the ${name}`));
      copied.push(await navigator.clipboard.readText());
    }
    expect(copied).toEqual(['216.50', 'RF18 7K3M 9QX2 TB4D', 'DE89370400440532013000']);
    screen.getByText('Pay by bank transfer, as described below.');
    screen.getByText('Waiting for the bank transfer');
    screen.getByText('To be paid');
    expect(screen.queryByText(/card/)).toBeNull();
  });

  it('says what has arrived, and names the account of a bank without an IBAN', async () => {
    const account = { account: '12345678', bankCode: '021000021', bankName: null };
    server.answer('paymentInstructions', { ...INSTRUCTIONS, ...account, amount: 116.5, received: 100 });
    await openDeal();
    await screen.findByText('100.00$ has arrived. Please send the rest, with the same reference.');
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(expect.arrayContaining(['Account number', 'Routing number']));
  });

  it('says that a payment has arrived before its deal has moved', async () => {
    server.answer('paymentInstructions', refusal('nothing-to-pay'));
    await openDeal();
    await screen.findByText('Your payment has arrived. We are booking it.');
  });

  it('says that the account could not be loaded, and loads it again', async () => {
    server.answer('paymentInstructions', refusal('internal-error'));
    await openDeal();
    await screen.findByText('The account to pay to could not be loaded.');
    server.answer('paymentInstructions', INSTRUCTIONS);
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByText('RF18 7K3M 9QX2 TB4D');
  });
});

describe('the settings', () => {
  const SETUP: PaymentSetup = {
    provider: 'bank',
    publishableKey: null,
    hasCard: false,
    testCard: null,
    payouts: 'none',
    bankAccount: null,
  };

  async function openSettings(setup: PaymentSetup) {
    server.answer('userData', userData());
    server.answer('noticeSettings', () => new Promise(() => {}));
    server.answer('paymentSetup', setup);
    markDealsStarted('bank');
    const page = openPage(SettingsPage, { at: '/dashboard/settings', userId: 'ada' });
    await screen.findByText(/^Here you pay by bank transfer/);
    return page;
  }

  const saved = () => server.requestsOf('saveBankAccount').map(({ body }) => body);

  it('take an account whose check digits are right', async () => {
    const { user } = await openSettings(SETUP);
    await user.click(button('Add your account'));
    await pass(SETTLED_MS);
    await user.click(button('Save'));
    await screen.findByText('Enter the name of the account holder.');
    await user.type(screen.getByLabelText('Account holder'), ' Ada Lovelace ');
    await user.type(screen.getByLabelText('IBAN or account number'), 'GB29 NWBK 6016 1331 9268 18');
    await screen.findByText('This IBAN is not right: its check digits do not match.');
    expect(screen.queryByLabelText('Routing number')).toBeNull();
    expect(saved()).toEqual([]);
    await user.type(screen.getByLabelText('IBAN or account number'), '{Backspace}9');
    server.answer('saveBankAccount', 'Your account is saved.');
    const bankAccount = { holder: 'Ada Lovelace', account: 'GB29NWBK60161331926819', bankCode: null };
    server.answer('paymentSetup', { ...SETUP, payouts: 'ready', bankAccount });
    await user.click(button('Save'));
    await screen.findByText('GB29 NWBK 6016 1331 9268 19');
    expect(saved()).toMatchObject([
      { uid: 'ada', holder: 'Ada Lovelace', account: 'GB29 NWBK 6016 1331 9268 19' },
    ]);
  });

  it('want the routing number of an account without an IBAN', async () => {
    const { user } = await openSettings(SETUP);
    await user.click(button('Add your account'));
    await pass(SETTLED_MS);
    await user.type(screen.getByLabelText('Account holder'), 'Ada');
    await user.type(screen.getByLabelText('IBAN or account number'), '12345678');
    await user.click(button('Save'));
    await screen.findByText('Enter the routing number: 9 digits.');
    expect(saved()).toEqual([]);
  });

  it('remove the account after a question, and say why not', async () => {
    const bankAccount = { holder: 'Ada Lovelace', account: 'GB29NWBK60161331926819', bankCode: null };
    const { user } = await openSettings({ ...SETUP, payouts: 'ready', bankAccount });
    server.answer('removePayouts', refusal('payout-under-way'));
    await user.click(await screen.findByRole('button', { name: 'Remove the account' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove the account?' }));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('Money is on its way to this account. Remove it once the money has arrived.');
    server.answer('removePayouts', 'Your account for payouts is removed.');
    server.answer('paymentSetup', SETUP);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByRole('button', { name: 'Add your account' });
    expect(screen.queryByRole('button', { name: 'Remove the account' })).toBeNull();
  });

  it('ask who it is before they save an account', async () => {
    const { user } = await openSettings(SETUP);
    await user.click(button('Add your account'));
    await pass(SETTLED_MS);
    await user.type(screen.getByLabelText('Account holder'), 'Ada');
    await user.type(screen.getByLabelText('IBAN or account number'), 'GB29NWBK60161331926819');
    server.answer('saveBankAccount', refusal('proof-needed'));
    server.answer('security', () => new Promise(() => {}));
    await user.click(button('Save'));
    await screen.findByText(/^This changes where your money goes/);
  });
});
