import type { ShownNotification } from '@perkex/contract/notifications.js';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAcceptedOrder } from '../src/api/orders.js';
import { NotificationsBell } from '../src/notifications/notifications-bell.js';
import { NotificationsButton } from '../src/notifications/notifications-button.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, server, startServer } from './support/open-page.js';
import { expectToast } from './support/shown.js';

const HOUR_MS = 3_600_000;

function notification(changes: Partial<ShownNotification> = {}): ShownNotification {
  return {
    id: '002',
    kind: 'outbid',
    productId: 7,
    name: 'Air Runner Low',
    brand: null,
    thumbnail: '/drawings/7.svg',
    size: '9',
    side: 'bid',
    price: 210,
    limit: 200,
    trade: null,
    deal: null,
    block: null,
    date: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
    isRead: false,
    mail: 'none',
    ...changes,
  };
}

const OLDER = { id: '001', kind: 'trade', side: 'ask', price: 150, isRead: false } as const;

const TRADE = {
  id: 't1',
  product: 7,
  name: 'Air Runner Low',
  size: '9',
  side: 'bid',
  price: 205,
} as const;

beforeEach(() => {
  startServer();
  server.answer('unreadNotices', { unread: 2 });
  server.answer('readNotices', { unread: 0 });
  server.answer('notices', { notices: [notification(), notification(OLDER)], next: null });
});

async function openBell() {
  const page = openPage(NotificationsBell, { userId: 'ada' });
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  return page;
}

async function openList() {
  const page = await openBell();
  await page.user.click(button('Notifications, 2 unread'));
  const list = await screen.findByRole('region', { name: 'Notifications' });
  await within(list).findAllByRole('listitem');
  return { ...page, list };
}

describe('the bell', () => {
  it('names the number of unread notifications', async () => {
    server.answer('unreadNotices', { unread: 0 });
    openPage(NotificationsBell, { userId: 'ada' });
    await pass(100);
    expect(button('Notifications').textContent).toBe('');
  });

  it('counts up to 99', async () => {
    const { tell } = await openBell();
    server.answer('unreadNotices', { unread: 100 });
    await tell({ name: 'notice', data: { unread: 100 } });
    const bell = await screen.findByRole('button', { name: 'Notifications, 99+ unread' });
    expect(bell.textContent).toBe('99+');
  });

  it('shows a toast for a trade on any page', async () => {
    const { tell } = await openBell();
    await tell({ name: 'trade', data: { ...TRADE, date: new Date().toISOString() } });
    await expectToast('You bought Air Runner Low, size 9 for 205$.');
  });

  it('leaves the trade of an order that was just accepted to its confirmation, and no other one', async () => {
    const { tell } = await openBell();
    const { product, size, side } = TRADE;
    const own = { product, sizes: [size], side, takes: true, atMs: Date.now() };
    // Its row was not highlighted yet: its user left before the dashboard had loaded.
    useAcceptedOrder.setState({ id: 'a1', isMarked: true, own });
    const date = new Date().toISOString();
    await tell({ name: 'trade', data: { ...TRADE, date } });
    await tell({ name: 'trade', data: { ...TRADE, size: '10', date } });
    await expectToast('You bought Air Runner Low, size 10 for 205$.');
    expect(screen.queryByText('You bought Air Runner Low, size 9 for 205$.')).toBeNull();
    await pass(10_000);
    await tell({ name: 'trade', data: { ...TRADE, date } });
    await expectToast('You bought Air Runner Low, size 9 for 205$.');
  });

  it('follows the stream, and shows new notifications in an open list', async () => {
    const { tell } = await openList();
    const newest = notification({ id: '003', kind: 'trade', side: 'bid', price: 205 });
    server.answer('notices', { notices: [newest, notification(), notification(OLDER)], next: null });
    server.answer('unreadNotices', { unread: 3 });
    await tell({ name: 'notice', data: { unread: 3 } });
    await screen.findByRole('button', { name: 'Notifications, 3 unread' });
    await screen.findByText('Bought for 205$');
  });
});

describe('the notifications', () => {
  it('take the focus, say what happened and how long ago, and that they are unread', async () => {
    const { list } = await openList();
    expect(document.activeElement).toBe(list);
    const [outbid, sold] = within(list).getAllByRole('listitem');
    expect(outbid?.textContent).toContain('Unread: Outbid: 210$, you bid 200$');
    expect(outbid?.textContent).toContain('Size 9 · 2 h ago');
    expect(sold?.textContent).toContain('Sold for 150$');
  });

  it('lead to their subject, which closes the list', async () => {
    const { user } = await openList();
    await user.click(screen.getByRole('link', { name: /Outbid/ }));
    await expectPage('/dashboard/buying?product=7&size=9');
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  });

  it('are all marked once they are shown, and stay highlighted until the list closes', async () => {
    const { user, list } = await openList();
    await screen.findByRole('button', { name: 'Notifications' });
    expect(server.requestsOf('readNotices').map(({ body }) => body.upTo)).toEqual(['002']);
    expect(within(list).getAllByText('Unread:')).toHaveLength(2);
    server.answer('notices', { notices: [notification({ isRead: true })], next: null });
    await user.click(button('Close'));
    await user.click(button('Notifications'));
    await screen.findByText(/Outbid/);
    await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
  });

  it('stay unread if they could not be marked, with the reason', async () => {
    server.answer('readNotices', refusal('busy'));
    await openList();
    expect((await screen.findByRole('alert')).textContent).toContain('The market is busy.');
    button('Notifications, 2 unread');
  });

  it('load older ones on request', async () => {
    server.answer('notices', ({ query }) =>
      query.get('before') === '002'
        ? { notices: [notification(OLDER)], next: null }
        : { notices: [notification()], next: '002' },
    );
    const { user } = await openList();
    expect(screen.queryByText('Sold for 150$')).toBeNull();
    await user.click(button('Show older'));
    await screen.findByText('Sold for 150$');
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('say when older ones could not be loaded', async () => {
    server.answer('notices', ({ query }) => {
      if (query.get('before') === '002') {
        throw lostConnection();
      }
      return { notices: [notification()], next: '002' };
    });
    const { user } = await openList();
    await user.click(button('Show older'));
    await screen.findByText('More could not be loaded.');
    button('Show older');
  });

  it('say when there are none', async () => {
    server.answer('notices', { notices: [], next: null });
    const { user } = await openBell();
    await user.click(button('Notifications, 2 unread'));
    await screen.findByText(/^Nothing yet\./);
    expect(server.requestsOf('readNotices')).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    server.answer('notices', lostConnection());
    const { user } = await openBell();
    await user.click(button('Notifications, 2 unread'));
    await pass(3_000);
    await screen.findByText('Your notifications could not be loaded.');
    server.answer('notices', { notices: [notification()], next: null });
    await user.click(button('Try again'));
    await screen.findByText(/Outbid/);
  });

  it('say when a mail about one could not be delivered', async () => {
    server.answer('notices', { notices: [notification({ mail: 'failed' })], next: null });
    await openList();
    screen.getByText('The mail about this could not be delivered.');
  });

  it('close on Escape, with the focus on the bell', async () => {
    const { user } = await openList();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
    expect(document.activeElement).toBe(button(/^Notifications/));
  });
});

it('a visitor has no bell, and no notifications are read', async () => {
  openPage(NotificationsButton);
  await pass(5_000);
  expect(screen.queryByRole('button')).toBeNull();
  expect(server.requestsOf('unreadNotices')).toEqual([]);
});
