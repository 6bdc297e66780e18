import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LedgerPage } from '../src/desk/money/ledger-page.js';
import { SellersPage } from '../src/desk/money/sellers-page.js';
import { markDealsStarted } from './support/deals.js';
import { CODE } from './support/desk-deal.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { openDesk, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const SUMS = { in: 432, out: 216.5, balance: 215.5, transfers: 3 };
const TRANSFER = {
  code: CODE,
  event: 'payment-held' as const,
  at: '2026-11-26T10:00:00.000Z',
  from: 'collecting' as const,
  to: 'held' as const,
  amount: 216,
};

beforeEach(() => {
  startDesk('finance');
});

const openLedger = (query = '') => openDesk(LedgerPage, `/desk/ledger${query}`);

describe('the ledger', () => {
  it('leads from the sum of an account over a day to its transfers and their deal', async () => {
    server.answer('ledger', { accounts: [{ account: 'held', ...SUMS }] });
    server.answer('ledgerAccount', { days: [{ day: '2026-11-26', ...SUMS }], next: null });
    server.answer('ledgerTransfers', { transfers: [TRANSFER], next: null });
    server.answer('ledgerDeal', { code: CODE, transfers: [TRANSFER] });
    const { user } = openLedger();
    const row = await screen.findByRole('row', { name: /^Held/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['432.00$', '216.50$', '215.50$', '3']);
    await user.click(within(row).getByRole('link', { name: 'Held' }));
    await user.click(await screen.findByRole('link', { name: '2026-11-26' }));
    await screen.findByRole('heading', { name: 'Held, 2026-11-26' });
    const query = server.requestsOf('ledgerTransfers')[0]?.query;
    expect([query?.get('day'), query?.get('account')]).toEqual(['2026-11-26', 'held']);
    const list = within(await screen.findByRole('list', { name: 'Transfers, oldest first' }));
    await user.click(list.getByRole('link', { name: CODE }));
    await screen.findByRole('heading', { name: 'Transfers of a deal' });
    expect(location.search).toBe(`?deal=${CODE}`);
  });

  it('shows a day with its accounts and transfers, and downloads it file by file', async () => {
    server.answer('ledger', { accounts: [{ account: 'held', ...SUMS }] });
    server.answer('ledgerTransfers', { transfers: [TRANSFER], next: null });
    const row = (number: number) => `${number}.1.x.1.1,2026-11-26`;
    const full = Array.from({ length: 5_000 }, (_, index) => row(index));
    server.answer(
      'exportLedger',
      ({ query }) => `position,at\r\n${query.get('after') === '' ? full.join('\r\n') : row(9_999)}\r\n`,
    );
    const saved: Blob[] = [];
    // This browser would leave the page.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob);
      return 'blob:x';
    });
    const { user } = openLedger('?day=2026-11-26');
    const link = await screen.findByRole('link', { name: 'Held' });
    expect(link.getAttribute('href')).toBe('/desk/ledger?account=held&day=2026-11-26');
    await user.click(button('Download as CSV'));
    await screen.findByText('The transfers have been downloaded.');
    expect(server.requestsOf('exportLedger').map(({ query }) => query.get('after'))).toEqual([
      '',
      '4999.1.x.1.1',
    ]);
    const lines = (await saved[0]?.text())?.trimEnd().split('\r\n');
    expect(lines).toHaveLength(5_002);
    expect(lines?.at(-1)).toBe(row(9_999));
  });

  it('takes a booking back with a reason, on a market of bank transfers', async () => {
    markDealsStarted('bank');
    const line = { id: 'bank/1', amount: 216, bookedOn: '2026-11-26', payer: 'Bo Payer', bookedBy: 'ann' };
    server.answer('ledgerDeal', { code: CODE, transfers: [TRANSFER] });
    server.answer('bookedBankLines', { lines: [{ ...line, correction: null }] });
    server.answer('correctBankLine', refusal('money-used'));
    const { user } = openLedger(`?deal=${CODE}`);
    await user.click(await screen.findByRole('button', { name: 'Take back the booking of 216.00$' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Take this booking back?' }));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    dialog.getByText('Give a reason.');
    await user.type(dialog.getByLabelText('Reason'), ' A typing error ');
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    await dialog.findByText(/^This booking cannot be taken back/);
    server.answer('correctBankLine', 'The booking is taken back.');
    server.answer('bookedBankLines', {
      lines: [{ ...line, correction: { by: 'ann', reason: 'A typing error' } }],
    });
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    await screen.findByText('Taken back by ann: A typing error');
    expect(server.requestsOf('correctBankLine').at(-1)?.body).toEqual({
      uid: 'ada',
      id: 'bank/1',
      reason: 'A typing error',
    });
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  });

  it('says when no money has moved, when a code is unknown, and when it cannot be loaded', async () => {
    server.answer('ledger', { accounts: [] });
    openLedger();
    await screen.findByText('No money has moved.');
    cleanup();
    server.answer('ledgerDeal', refusal('unknown-code'));
    openLedger(`?deal=${CODE}`);
    await screen.findByText('No deal has this code.');
    cleanup();
    server.answer('ledgerAccount', lostConnection());
    openLedger('?account=held');
    await screen.findByText('The ledger could not be loaded.', {}, { timeout: 5_000 });
  });
});

describe('the sellers to report', () => {
  const openSellers = () => openDesk(SellersPage, '/desk/money/sellers');

  it('are listed by a deal, with what is missing', async () => {
    const seller = {
      code: CODE,
      sales: 201,
      amount: 7_500.5,
      isReached: true,
      missing: ['tax-number' as const],
    };
    server.answer('reportedSellers', { sellers: [seller] });
    openSellers();
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByRole('link', { name: CODE }).getAttribute('href')).toBe(`/desk/deals/${CODE}`);
    for (const text of ['To be reported', 'Missing: tax number', '7500.50$', '201 sales']) {
      row.getByText(text);
    }
  });

  it('may be none', async () => {
    server.answer('reportedSellers', { sellers: [] });
    openSellers();
    await screen.findByText('No seller is near the thresholds.');
  });
});
