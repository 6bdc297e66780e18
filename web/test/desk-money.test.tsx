import type { BankLine, Statement } from '@perkex/contract/desk-money.js';
import type { Role } from '@perkex/contract/roles.js';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { DeskMoneyPage } from '../src/desk/money/desk-money-page.js';
import { StatementPage } from '../src/desk/money/statement-page.js';
import { CODE } from './support/desk-deal.js';
import { MONEY } from './support/desk-money.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { answerAsMember, openDesk } from './support/open-desk.js';
import { button, expectPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const LINE: BankLine = {
  number: 3,
  version: 0,
  amount: 5,
  bookedOn: '2026-11-26',
  text: 'Shoes for Bo',
  payer: 'Bo Payer',
  hasAccount: true,
  reason: 'unknown',
  importedBy: 'bob',
  importedAt: '2026-11-26T18:00:00.000Z',
};

const STATEMENT: Statement = {
  lines: [
    { line: 2, amount: '216.00', result: 'exact', code: CODE, reference: 'RF18X', text: null },
    { line: 3, amount: '5.00', result: 'unknown', code: null, reference: null, text: 'Rent' },
    { line: 4, amount: '3.00 USD', result: 'skipped', code: null, reference: null, text: 'outgoing' },
  ],
  booked: 1,
  kept: 1,
  isKnown: false,
};

beforeEach(() => {
  startServer();
  server.answer('deskMoney', MONEY);
  member('finance');
});

const member = (role: Role) => answerAsMember(role);
const openMoney = (at = '/desk/money') => openDesk(DeskMoneyPage, at);
const openStatement = () => openDesk(StatementPage, '/desk/money/statement');

describe('the page of money', () => {
  it('has what waits with its count, sum and age, and opens the first part in which something waits', async () => {
    server.answer('bankLines', { lines: [LINE], next: null });
    openMoney();
    await screen.findByRole('heading', { name: 'Unmatched lines' });
    const parts = within(screen.getByRole('navigation', { name: 'Waiting money' }));
    expect(
      parts.getByRole('link', { name: /^Open payments 2 Waiting .* 432\.50\$$/ }).getAttribute('href'),
    ).toBe('/desk/money?queue=payments');
    parts.getByRole('link', { name: /^Debts 1000\+/ });
    parts.getByRole('link', { name: /^Claims 0$/ });
    const payouts = within(screen.getByRole('region', { name: 'Payouts' }));
    payouts.getByText('330.00$');
    await screen.findByText('Shoes for Bo');
  });

  it('lists the deals of a queue page by page, each with its amount', async () => {
    const row = {
      code: CODE,
      productId: 7,
      name: 'Air Runner Low',
      brand: null,
      thumbnail: '/drawings/7.svg',
      size: '9',
      price: 200,
      state: 'unpaid' as const,
      since: '2026-11-26T18:00:00.000Z',
      dueAt: null,
      isOverdue: false,
      isOwn: false,
      amount: 216,
      waitsSince: '2026-11-26T18:00:00.000Z',
    };
    const next = '1.7.019ac1a2-0000-7000-8000-000000000001';
    server.answer('deskMoneyDeals', ({ query }) =>
      query.get('after') === next
        ? { deals: [{ ...row, code: '7-0V9K-2M3B-1RFH-TQ8Z-0', name: 'Court High' }], next: null }
        : { deals: [row], next },
    );
    const { user } = openMoney('/desk/money?queue=payments');
    const link = await screen.findByRole('link', { name: /Air Runner Low/ });
    expect(link.getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    within(link).getByText('216.00$');
    await user.keyboard('j');
    expect(document.activeElement).toBe(link);
    await user.click(button('Show more'));
    await screen.findByText('Court High');
  });

  it('is for members who handle money, and has a link for them only', async () => {
    member('desk');
    openMoney();
    await expectPage('/desk');
    cleanup();
    member('admin');
    server.answer('bankLines', { lines: [], next: null });
    openMoney();
    const link = await screen.findByRole('link', { name: 'Money' });
    expect(link.getAttribute('href')).toBe('/desk/money');
    cleanup();
    member('desk');
    openDesk(() => <p>Work</p>, '/desk');
    await screen.findByText('Work');
    expect(screen.queryByRole('link', { name: 'Money' })).toBeNull();
  });

  it('without bank transfers has no statements, lines and lists', async () => {
    server.answer('deskMoney', { ...MONEY, provider: 'play', bank: null });
    server.answer('deskMoneyDeals', { deals: [], next: null });
    openMoney();
    await screen.findByText('Nothing is waiting here.');
    expect(screen.queryByRole('link', { name: 'Import a statement' })).toBeNull();
    expect(screen.queryByText('Unmatched lines')).toBeNull();
  });

  it('says when it cannot be loaded', async () => {
    server.answer('deskMoney', lostConnection());
    openMoney();
    await screen.findByText('The money could not be loaded.', {}, { timeout: 5_000 });
  });
});

describe('an unmatched line', () => {
  it('is booked to a deal by its reference, with the version that the member saw', async () => {
    server.answer('bankLines', { lines: [LINE], next: null });
    server.answer('bookBankLine', refusal('unknown-reference'));
    const { user } = openMoney();
    await user.click(await screen.findByRole('button', { name: 'Book to a deal, line 3' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Book to a deal' }));
    const field = dialog.getByLabelText('Reference, or code of the deal');
    await user.type(field, '{Enter}');
    dialog.getByText('Enter the reference, or the code of the deal.');
    await user.type(field, ' RF18 {Enter}');
    await dialog.findByText('No deal has this reference.');
    server.answer('bookBankLine', 'The line is booked.');
    server.answer('bankLines', { lines: [], next: null });
    await user.click(dialog.getByRole('button', { name: 'Book' }));
    await screen.findByText('Nothing is waiting here.');
    expect(server.requestsOf('bookBankLine').at(-1)?.body).toEqual({
      uid: 'ada',
      number: 3,
      version: 0,
      reference: 'RF18',
    });
  });

  it('is sent back to an account that the member enters, if the bank has named none', async () => {
    server.answer('bankLines', { lines: [{ ...LINE, number: 4, hasAccount: false }], next: null });
    server.answer('returnBankLine', 'The money goes back with the next list.');
    const { user } = openMoney();
    await user.click(await screen.findByRole('button', { name: 'Send back, line 4' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send the money back?' }));
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    dialog.getByText('Enter the name of the account holder.');
    await user.type(dialog.getByLabelText('Account holder'), 'Ann Archer');
    await user.type(dialog.getByLabelText('IBAN or account number'), 'DE89370400440532013000');
    server.answer('bankLines', { lines: [], next: null });
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    await screen.findByText('Nothing is waiting here.');
    expect(server.requestsOf('returnBankLine').at(-1)?.body).toEqual({
      uid: 'ada',
      number: 4,
      version: 0,
      account: { holder: 'Ann Archer', account: 'DE89370400440532013000', bankCode: '' },
    });
  });

  it('is sent back after a question, if its account is known', async () => {
    server.answer('bankLines', { lines: [LINE], next: null });
    server.answer('returnBankLine', refusal('already-decided'));
    const { user } = openMoney();
    await user.click(await screen.findByRole('button', { name: 'Send back, line 3' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Send the money back?' }));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Send back' }));
    await dialog.findByText('Another member has acted in the meantime. Please look at it again.');
  });
});

describe('a statement', () => {
  const file = (content = 'date,amount\n', name = 'bank.csv') => new File([content], name);

  it('is shown before it is booked', async () => {
    server.answer('previewStatement', STATEMENT);
    server.answer('bookStatement', STATEMENT);
    const { user } = openStatement();
    await user.upload(await screen.findByLabelText('Bank statement'), file());
    await screen.findByText(
      '1 of 3 lines can be booked. 1 unmatched line will wait for a member. Nothing has changed yet.',
    );
    within(screen.getByRole('region', { name: 'Unmatched' })).getByText('Rent');
    const link = within(screen.getByRole('region', { name: 'Pay a deal' })).getByRole('link', { name: CODE });
    expect(link.getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    await pass(SETTLED_MS);
    await user.click(button('Book'));
    await screen.findByText('1 line is booked. 1 unmatched line waits for a member.');
    expect(screen.queryByRole('button', { name: 'Book' })).toBeNull();
    const body = { uid: 'ada', content: btoa('date,amount\n') };
    expect(server.requestsOf('previewStatement')[0]?.body).toEqual(body);
    expect(server.requestsOf('bookStatement')[0]?.body).toEqual(body);
  });

  it('that was imported before says so', async () => {
    server.answer('previewStatement', { ...STATEMENT, booked: 0, kept: 0, isKnown: true });
    openStatement();
    const zone = (await screen.findByLabelText('Bank statement')).parentElement;
    if (zone) {
      fireEvent.drop(zone, { dataTransfer: { files: [file()] } });
    }
    await screen.findByText('This file was imported before. There is nothing to book.');
    expect(screen.queryByRole('button', { name: 'Book' })).toBeNull();
  });

  it('that cannot be read, or is too large, says why', async () => {
    server.answer('previewStatement', refusal('unreadable-statement'));
    const { user } = openStatement();
    const field = await screen.findByLabelText('Bank statement');
    await user.upload(field, file());
    await screen.findByText('This is not a bank statement.');
    await user.upload(field, file('x'.repeat(1_000_001), 'large.csv'));
    await screen.findByText('large.csv has more than 1 MB. Import it with "perkex bank import".');
    expect(server.requestsOf('previewStatement')).toHaveLength(1);
  });
});
