import type { DeskUser } from '@perkex/contract/desk-users.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UserPage } from '../src/desk/users/user-page.js';
import { UsersPage } from '../src/desk/users/users-page.js';
import { CODE } from './support/desk-deal.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { answerAsMember, openDesk, startDesk } from './support/open-desk.js';
import { button, pass, SETTLED_MS, server } from './support/open-page.js';

const AT = '2026-11-26T10:00:00.000Z';
const USER: DeskUser = {
  user: 'u-1',
  name: 'Sally Miller',
  email: 'sally@shop.example',
  isEmailProved: true,
  since: AT,
  ...{
    isBlocked: false,
    isOwn: false,
    member: null,
    block: null,
    erasedAt: null,
    ownLimits: null,
    debt: null,
    needsCardUntil: null,
  },
  orders: [{ side: 'ask', productId: 7, name: 'Air Runner', size: '9', price: 240, placedAt: AT }],
  limits: { openOrders: 1, maxOpenOrders: 500, undos: 1 },
  balances: [{ kind: 'sale-held', amount: 165 }],
  notes: [{ member: 'bob', text: 'Called on Monday.', at: AT }],
};
const BLOCKED: DeskUser = {
  ...USER,
  isBlocked: true,
  orders: [],
  block: { reason: 'fraud', by: 'ann', at: AT },
};

beforeEach(() => {
  startDesk('admin');
});

describe('the search of users', () => {
  const open = (query = '') => openDesk(UsersPage, `/desk/users${query}`);

  it('asks once it has two characters, and leads to the pages of users', async () => {
    server.answer('deskUsers', {
      users: [USER, { ...USER, user: 'u-2', name: '', email: null, isBlocked: true }],
      hasMore: true,
    });
    const { user } = open();
    const field = await screen.findByRole('searchbox');
    await user.type(field, ' s{Enter}');
    await screen.findByText('Enter at least two characters.');
    await user.type(field, 'ally@{Enter}');
    const list = await screen.findByRole('list', { name: 'Users' });
    expect(server.requestsOf('deskUsers')[0]?.query.get('search')).toBe('sally@');
    const [first, second] = within(list).getAllByRole('link');
    expect(first?.getAttribute('href')).toBe('/desk/users/u-1');
    expect(first?.textContent).toContain('sally@shop.example');
    expect(second?.textContent).toMatch(/No name.*u-2.*Blocked/);
    await screen.findByText(/There are more/);
  });

  it('says when no user matches, and when it fails', async () => {
    server.answer('deskUsers', { users: [], hasMore: false });
    open('?search=zoe');
    await screen.findByText('No user matches.');
    server.answer('deskUsers', lostConnection());
    open('?search=other');
    await screen.findByText('The users could not be searched.', {}, { timeout: 5_000 });
  });
});

describe('the page of a user', () => {
  const open = () => openDesk(UserPage, '/desk/users/u-1', '/desk/users/:user');

  it('shows orders, deals, money, limits and notes', async () => {
    server.answer('deskUser', USER);
    const deal = {
      code: CODE,
      name: 'Air Runner',
      size: '9',
      price: 200,
      total: 165,
      date: AT,
      state: 'shipped' as const,
    };
    server.answer('deskUserDeals', ({ query }) => ({
      deals: query.get('party') === 'seller' ? [deal] : [],
      next: null,
    }));
    const { user } = open();
    await screen.findByRole('heading', { name: 'Sally Miller' });
    for (const text of [
      '1 of at most 500',
      '1 of at most 2',
      '165.00$',
      'Held for sales',
      'sally@shop.example',
      'Called on Monday.',
      'May place orders.',
    ]) {
      expect(screen.getAllByText(text, { exact: false }).length, text).toBeGreaterThan(0);
    }
    await screen.findByRole('list', { name: 'Sales in progress, newest first' });
    await user.selectOptions(screen.getByLabelText('Show'), 'Past purchases');
    await vi.waitFor(() => {
      const query = server.requestsOf('deskUserDeals').at(-1)?.query;
      expect([query?.get('party'), query?.get('group')]).toEqual(['buyer', 'history']);
    }, 60_000);
    expect(screen.getByRole('link', { name: 'Acts about this user' }).getAttribute('href')).toBe(
      '/desk/journal?subject=user%2Fu-1',
    );
  });

  it('blocks with a reason, says what the user reads, and ends the block', async () => {
    server.answer('deskUser', USER);
    server.answer('deskUserDeals', { deals: [], next: null });
    server.answer('blockUser', () => {
      server.answer('deskUser', BLOCKED);
      return BLOCKED;
    });
    server.answer('unblockUser', () => {
      server.answer('deskUser', USER);
      return USER;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Suspicion of fraud');
    expect(dialog.getByText(/We suspect that the account is used for fraud/)).toBeDefined();
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    await screen.findByText('Blocked: Suspicion of fraud');
    expect(server.requestsOf('blockUser')[0]?.body).toEqual({ uid: 'ada', user: 'u-1', reason: 'fraud' });
    await user.click(button('End the block'));
    const end = within(await screen.findByRole('dialog'));
    await user.selectOptions(end.getByLabelText('Reason'), 'It was a mistake');
    await pass(SETTLED_MS);
    await user.click(end.getByRole('button', { name: 'End the block' }));
    await screen.findByText('May place orders.');
    expect(server.requestsOf('unblockUser')[0]?.body).toMatchObject({ reason: 'mistake' });
  });

  it('sets limits with a reason, refuses what is no limit, and ends them', async () => {
    const limited = { openOrders: 3, price: null, reason: 'fakes', by: 'ann', at: AT } as const;
    const debt = { amount: 36, since: AT, stopsSelling: true, deferredUntil: null };
    server.answer('deskUser', { ...USER, debt });
    server.answer('deskUserDeals', { deals: [], next: null });
    server.answer('limitUser', ({ body }) => {
      const isEnd = (body as { limits: { openOrders: number | null } }).limits.openOrders === null;
      const after = { ...USER, debt, ownLimits: isEnd ? null : limited };
      server.answer('deskUser', after);
      return after;
    });
    const { user } = open();
    await screen.findByText('Cannot sell until it is settled');
    await user.click(await screen.findByRole('button', { name: 'Change limits' }));
    const dialog = within(await screen.findByRole('dialog'));
    const orders = dialog.getByLabelText('Maximum open orders');
    await user.type(orders, '501');
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Pairs were not authentic');
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Set limits' }));
    await dialog.findByText('Enter a whole number from 0 to 500, or leave it empty.');
    await user.clear(orders);
    await user.type(orders, '3');
    await user.click(dialog.getByRole('button', { name: 'Set limits' }));
    await screen.findByText('At most 3 open orders');
    expect(server.requestsOf('limitUser')[0]?.body).toEqual({
      uid: 'ada',
      user: 'u-1',
      reason: 'fakes',
      seen: { openOrders: null, price: null },
      limits: { openOrders: 3, price: null },
    });
    await user.click(button('Change limits'));
    const end = within(await screen.findByRole('dialog'));
    await user.clear(end.getByLabelText('Maximum open orders'));
    await pass(SETTLED_MS);
    await user.click(end.getByRole('button', { name: 'End the limits' }));
    await screen.findByText('Those of all users.');
  });

  it('lets a user sell who owes too much', async () => {
    const debt = { amount: 36, since: AT, stopsSelling: true, deferredUntil: null };
    server.answer('deskUser', { ...USER, debt });
    server.answer('deskUserDeals', { deals: [], next: null });
    server.answer('deferDebt', () => {
      const after = { ...USER, debt: { ...debt, stopsSelling: false, deferredUntil: AT } };
      server.answer('deskUser', after);
      return after;
    });
    const { user } = open();
    await screen.findByText('Owes us 36.00$');
    await user.click(button('Let them sell'));
    await pass(SETTLED_MS);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Let them sell' }));
    await screen.findByText(/May sell until/);
    expect(server.requestsOf('deferDebt')[0]?.body).toEqual({ uid: 'ada', user: 'u-1' });
    expect(screen.queryByRole('button', { name: 'Let them sell' })).toBeNull();
  });

  it('says why a block failed, and adds notes', async () => {
    server.answer('deskUser', USER);
    server.answer('deskUserDeals', { deals: [], next: null });
    server.answer('blockUser', refusal('already-decided'));
    server.answer('noteUser', { ...USER, notes: [{ member: 'ann', text: 'New.', at: AT }] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = within(await screen.findByRole('dialog'));
    await pass(SETTLED_MS);
    await user.click(dialog.getByRole('button', { name: 'Block' }));
    await dialog.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(button('Add'));
    await screen.findByText('Write a note.');
    await user.type(screen.getByLabelText('New note'), ' New. {Enter}');
    await vi.waitFor(
      () =>
        expect(server.requestsOf('noteUser')[0]?.body).toMatchObject({
          note: expect.any(String),
          text: 'New.',
        }),
      60_000,
    );
  });

  it('offers nothing about one’s own account, and says when there is no such user', async () => {
    server.answer('deskUser', { ...USER, isOwn: true, erasedAt: AT });
    server.answer('deskUserDeals', { deals: [], next: null });
    open();
    await screen.findByText(/This is your own account/);
    await screen.findByText(/This account is being erased/);
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
    expect(screen.queryByLabelText('New note')).toBeNull();
    server.answer('deskUser', refusal('unknown-user'));
    openDesk(UserPage, '/desk/users/u-9', '/desk/users/:user');
    await screen.findByText('There is no such user.');
  });

  it('is for admins only', async () => {
    answerAsMember('desk');
    open();
    await vi.waitFor(() => expect(location.pathname).toBe('/desk'), 60_000);
  });
});
