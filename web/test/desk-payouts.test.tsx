import type { PayoutList } from '@perkex/contract/desk-money.js';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PayoutListPage } from '../src/desk/money/payout-list-page.js';
import { PayoutsPage } from '../src/desk/money/payouts-page.js';
import { CODE } from './support/desk-deal.js';
import { MONEY, NOTHING } from './support/desk-money.js';
import { refusal } from './support/fake-server.js';
import { answerAsMember, inDesk, openDesk } from './support/open-desk.js';
import { button, openPage, pass, SETTLED_MS, server, startServer } from './support/open-page.js';

const LIST: PayoutList = {
  list: 12,
  version: 0,
  state: 'proposed',
  createdBy: 'bob',
  createdAt: '2026-11-26T18:00:00.000Z',
  decidedBy: null,
  listed: { count: 2, amount: 330 },
  paid: NOTHING,
  returned: NOTHING,
  isOwn: false,
  hasEntered: false,
  entries: [1, 2].map((entry) => ({
    entry,
    kind: 'pay-out',
    amount: 165,
    code: CODE,
    state: 'listed',
    account: '6819',
    reason: null,
  })),
  next: null,
};

beforeEach(() => {
  startServer();
  server.answer('deskMoney', MONEY);
  answerAsMember('finance');
});

const openPayouts = () =>
  openPage(inDesk(PayoutsPage), {
    at: '/desk/money/payouts',
    others: { '/desk/money/payouts/:list': inDesk(PayoutListPage) },
    userId: 'ada',
  });
const openList = (list = '12') =>
  openDesk(PayoutListPage, `/desk/money/payouts/${list}`, '/desk/money/payouts/:list');

describe('the payouts of today', () => {
  const WAITING_PAYOUTS = {
    payouts: [
      { kind: 'pay-out' as const, amount: 165, code: CODE, hasAccount: true, isOwn: false },
      { kind: 'return' as const, amount: 5, code: null, hasAccount: false, isOwn: true },
    ],
    next: null,
    releaseAbove: 1_000,
    lastList: 11,
  };

  it('become a list after a question, with the newest list that the member saw', async () => {
    server.answer('waitingPayouts', WAITING_PAYOUTS);
    server.answer('payoutLists', { lists: [], next: null });
    server.answer('proposePayouts', LIST);
    server.answer('payoutList', LIST);
    const { user } = openPayouts();
    const rows = within(await screen.findByRole('list', { name: 'Payments for the next list' }));
    rows.getByText('Its user has not added an account yet');
    rows.getByText('Your own deal: on the list of another member');
    await screen.findByText('2 payments with an account');
    await user.click(button('Make a list'));
    const dialog = within(screen.getByRole('dialog'));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Make a list' }));
    await screen.findByRole('heading', { name: 'List 12' });
    expect(server.requestsOf('proposePayouts')[0]?.body).toEqual({ uid: 'ada', lastList: 11 });
  });

  it('have their lists, newest first', async () => {
    const { isOwn: _isOwn, hasEntered: _hasEntered, entries: _entries, next: _next, ...row } = LIST;
    const paid = {
      ...row,
      list: 11,
      state: 'released' as const,
      decidedBy: 'cy',
      listed: NOTHING,
      paid: row.listed,
    };
    server.answer('waitingPayouts', { ...WAITING_PAYOUTS, payouts: [] });
    server.answer('payoutLists', { lists: [row, paid], next: null });
    openPayouts();
    const lists = within(await screen.findByRole('list', { name: 'Lists, newest first' }));
    const [proposed, released] = lists.getAllByRole('link');
    expect(proposed?.textContent).toContain('Proposed by bob: another member releases it');
    expect(released?.textContent).toContain('Created by bob, released by cy · 2 paid');
    expect(released?.getAttribute('href')).toBe('/desk/money/payouts/11');
  });
});

describe('a list of payouts', () => {
  it('of another member is released after a question', async () => {
    server.answer('payoutList', LIST);
    const { user } = openList();
    await screen.findByText('Proposed by bob: another member releases it');
    expect(screen.queryByRole('button', { name: 'pain.001' })).toBeNull();
    await pass(SETTLED_MS);
    await user.click(button('Release'));
    const dialog = within(screen.getByRole('dialog', { name: 'Release?' }));
    dialog.getByText('List 12: 330.00$, 2 payments');
    const after = { ...LIST, version: 1, state: 'released' as const, decidedBy: 'ann' };
    server.answer('decidePayoutList', after);
    server.answer('payoutList', after);
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Release' }));
    await screen.findByText('Created by bob, released by ann · 2 at the bank');
    expect(server.requestsOf('decidePayoutList')[0]?.body).toEqual({
      uid: 'ada',
      list: 12,
      version: 0,
      decision: 'release',
    });
    button('pain.001');
    button('CSV');
  });

  it('of the member is released by another one', async () => {
    server.answer('payoutList', { ...LIST, createdBy: 'ann' });
    openList();
    await screen.findByText('You have proposed this list. Another member releases it.');
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
    button('Withdraw');
  });

  it('to an account that the member has entered is released by another one', async () => {
    server.answer('payoutList', { ...LIST, hasEntered: true });
    openList();
    await screen.findByText(/^You have entered the account of a payment on this list\./);
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
    button('Withdraw');
  });

  it('with a deal of the member is for others', async () => {
    server.answer('payoutList', { ...LIST, state: 'released', isOwn: true });
    openList();
    await screen.findByText(
      'A payment of this list belongs to a deal of yours. Other members handle the list.',
    );
    expect(screen.queryByRole('button', { name: 'Paid' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'pain.001' })).toBeNull();
  });

  it('shows what another member has done in the meantime', async () => {
    server.answer('payoutList', LIST);
    const { user } = openList();
    await screen.findByText(/^Proposed by bob/);
    await pass(SETTLED_MS);
    await user.click(button('Release'));
    await pass(SETTLED_MS);
    server.answer('decidePayoutList', refusal('already-decided'));
    server.answer('payoutList', {
      ...LIST,
      version: 1,
      state: 'withdrawn',
      decidedBy: 'bob',
      entries: [],
      listed: NOTHING,
    });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Release' }));
    await screen.findByText('Another member has acted in the meantime. Please look at it again.');
    await screen.findByText('Withdrawn by bob: its payouts wait for another list');
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  });

  it('is reported as paid, and a payment as come back with the reason of the bank', async () => {
    const released = { ...LIST, version: 1, state: 'released' as const, createdBy: 'ann' };
    server.answer('payoutList', released);
    server.answer('reportPayouts', released);
    const { user } = openList();
    await screen.findByRole('button', { name: 'pain.001' });
    await pass(SETTLED_MS);
    await user.click(button('Paid'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Paid' }));
    await waitFor(() => expect(server.requestsOf('reportPayouts')).toHaveLength(1));
    await user.click(button('Came back, payment 2'));
    const dialog = within(screen.getByRole('dialog', { name: 'Came back?' }));
    await user.click(dialog.getByRole('button', { name: 'Came back' }));
    dialog.getByText('Say why the bank sent it back.');
    await user.type(dialog.getByLabelText('Bank’s reason'), 'account closed{Enter}');
    await waitFor(() => expect(server.requestsOf('reportPayouts')).toHaveLength(2));
    const seen = { uid: 'ada', list: 12, version: 1 };
    expect(server.requestsOf('reportPayouts').map(({ body }) => body)).toEqual([
      { ...seen, state: 'paid', entries: null, reason: null },
      { ...seen, state: 'returned', entries: [2], reason: 'account closed' },
    ]);
  });

  it('that does not exist says so', async () => {
    server.answer('payoutList', refusal('unknown-list'));
    openList('99');
    await screen.findByRole('heading', { name: 'There is no such list' });
    cleanup();
    openList('x');
    await screen.findByRole('heading', { name: 'There is no such list' });
  });
});
