import { BLANK_SALE_ROW, type SaleRow, SHOWN_TRADES } from '@perkex/contract/user-data.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { useAcceptedOrder } from '../src/api/orders.js';
import { BuyingPage } from '../src/dashboard/buying-page.js';
import { ProfilePage } from '../src/dashboard/profile-page.js';
import { SellingPage } from '../src/dashboard/selling-page.js';
import { UserBar } from '../src/dashboard/user-bar.js';
import { browserHistory } from '../src/routing/history.js';
import { momentText } from '../src/ui/moment.js';
import { BID, listed, serve, trade } from './support/dashboard.js';
import { userData } from './support/data.js';
import { DEAL_ID, DUE_AT, deal, markDealsStarted } from './support/deals.js';
import { FakeIntersections } from './support/fake-intersections.js';
import { lostConnection } from './support/fake-server.js';
import { button, openPage, pass } from './support/open-page.js';

const linksTo = (path: string) =>
  screen.getAllByRole('link').filter((link) => link.getAttribute('href') === path);

describe('the lists of orders and trades', () => {
  it('link to the product, with the total including all fees', async () => {
    serve({
      bids: [{ ...BLANK_SALE_ROW }, BID],
      purchases: listed({ ...trade(1, 237.63), name: 'Other Runner', productId: 8, price: 221 }),
    });
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await screen.findByRole('table', { name: 'Current Bids' });
    expect(linksTo('/product/7')).toHaveLength(1);
    await user.click(screen.getByRole('tab', { name: 'Puchases' }));
    const purchases = screen.getByRole('table', { name: 'Puchases' });
    expect(within(purchases).getAllByText('237.63$ with fees')).not.toEqual([]);
    expect(linksTo('/product/8')).toHaveLength(1);
  });

  it('link to the deals of the trades that have one', async () => {
    serve({ sales: listed(trade(1, 165), { ...trade(2, 165), deal: DEAL_ID }) });
    const { user } = openPage(SellingPage, { userId: 'ada' });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    const table = screen.getByRole('table', { name: 'History' });
    const headings = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headings).toEqual(['Item', 'Sell Price', 'Order', 'Receipt']);
    expect(within(table).getAllByRole('link', { name: /^Details: / })).toEqual(
      linksTo(`/dashboard/orders/${DEAL_ID}`),
    );
    expect(linksTo(`/dashboard/orders/${DEAL_ID}`)).toHaveLength(1);
  });

  it('have receipts that say what PerkeX does with the payment', async () => {
    markDealsStarted();
    serve({ sales: listed(trade(1, 165), { ...trade(2, 165), deal: DEAL_ID }) });
    const { user } = openPage(SellingPage, { userId: 'ada' });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    const [ofDeal, earlier] = screen.getAllByRole('button', { name: /receipt/i });
    await user.click(ofDeal as HTMLElement);
    screen.getByText(/Its details show what has been paid/);
    await user.click(button('Close'));
    await user.click(earlier as HTMLElement);
    screen.getByText(/did not handle payment or shipping then/);
  });

  it('have no column for deals where no trade has one', async () => {
    serve({ sales: listed(trade(1, 165)) });
    const { user } = openPage(SellingPage, { userId: 'ada' });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings).toEqual(['Item', 'Sell Price', 'Receipt']);
  });

  it.each([
    ['sales', SellingPage, ['Current Asks', 'History'], 'Sell a pair', '/sell'],
    ['purchases', BuyingPage, ['Current Bids', 'Puchases'], 'Find a pair', '/browse'],
  ] as const)('show -- and an invitation to trade where they are empty: %s', async (...row) => {
    const [, Page, tabs, text, path] = row;
    serve();
    const { user } = openPage(Page, { userId: 'ada' });
    for (const tab of tabs) {
      await user.click(await screen.findByRole('tab', { name: tab }));
      const panel = within(screen.getByRole('tabpanel', { name: tab }));
      await panel.findByText('--');
      expect(panel.getByRole('link', { name: text }).getAttribute('href')).toBe(path);
    }
  });
});

describe('an open order', () => {
  it('can be changed in the panel, as an order that replaces it', async () => {
    serve({ bids: [{ ...BLANK_SALE_ROW }, { ...BID, id: DEAL_ID }] });
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Change bid: Air Runner Low, size 9' }));
    expect(browserHistory.location).toMatchObject({
      pathname: '/buy/7',
      search: '?size=9',
      state: { mode: 'place', priceCents: 10_000, replaces: { id: DEAL_ID, priceCents: 10_000 } },
    });
  });

  it('says that it is not listed again if unpaid, and keeps that when it is changed', async () => {
    const asks = [
      { ...BLANK_SALE_ROW },
      { ...BID, id: DEAL_ID, relist: false },
      { ...BID, id: 'b2', size: '10' },
    ];
    serve({ asks });
    const { user } = openPage(SellingPage, { userId: 'ada' });
    await screen.findByText('Not listed again if unpaid');
    await user.click(screen.getByRole('link', { name: 'Change ask: Air Runner Low, size 9' }));
    expect(browserHistory.location).toMatchObject({ pathname: '/sell/7', state: { isRelisting: false } });
  });

  it('can be renewed from two days before it expires', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const late = { ...BID, id: 'b2', size: '10', expiresAt: at(3) };
    const server = serve({ bids: [{ ...BLANK_SALE_ROW }, { ...BID, expiresAt: at(1) }, late] });
    server.answer('changeOrder', 'Your bid expires in 30 days.');
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await user.click(await screen.findByRole('button', { name: /^Renew bid for 30 days: .*, size 9$/ }));
    await screen.findByText('Your bid expires in 30 days.');
    expect(server.requestsOf('changeOrder').map(({ body }) => body)).toEqual([
      { uid: 'ada', id: BID.id, productId: BID.productId, expiresIn: 30 },
    ]);
    expect(screen.getAllByRole('button', { name: /^Renew/ })).toHaveLength(1);
  });
});

describe('an open order that is no longer the best', () => {
  const OUTBID = { ...BID, id: '00000000-0000-4000-8000-000000000001' };
  const ofPrice = (price: number) => ({
    ...OUTBID,
    price,
    id: `00000000-0000-4000-8000-${String(price).padStart(12, '0')}`,
  });

  it('says so and leads to the review of the order that replaces it', async () => {
    const server = serve({ bids: [{ ...BLANK_SALE_ROW }, OUTBID] });
    server.answer('prices', [150, 120]);
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText('Outbid');
    await user.click(button('Raise to 121$: Air Runner Low, size 9'));
    const { pathname, search, state } = browserHistory.location;
    expect(pathname + search).toBe('/buy/7?size=9');
    const replaces = { id: OUTBID.id, priceCents: 10_000 };
    const reviewed = { flow: 'buy', mode: 'place', size: '9', priceCents: 12_100, uid: 'ada', replaces };
    expect(state).toMatchObject({ mode: 'place', priceCents: 12_100, replaces, review: reviewed });
  });

  it('offers the market price where the next one would trade', async () => {
    serve({ asks: [{ ...BLANK_SALE_ROW }, OUTBID] }).answer('prices', [90, 89]);
    openPage(SellingPage, { userId: 'ada' });
    await screen.findByText('Undercut');
    button('Sell for 89$: Air Runner Low, size 9');
  });

  it('offers nothing to the best order, or beside a better one of the same user', async () => {
    serve({ bids: [{ ...BLANK_SALE_ROW }, ofPrice(100), ofPrice(120)] }).answer('prices', [150, 120]);
    openPage(BuyingPage, { userId: 'ada' });
    await waitFor(() => expect(screen.getAllByText('150$')).toHaveLength(2));
    expect(screen.queryByText('Outbid')).toBeNull();
  });

  it('is where a notification leads, once for each of its presses', async () => {
    const other = { ...ofPrice(120), size: '10' };
    const server = serve({ bids: [{ ...BLANK_SALE_ROW }, OUTBID, other] });
    const at = '/dashboard/buying?product=7&size=9';
    const { user, tell } = openPage(BuyingPage, { userId: 'ada', at, path: '/dashboard/buying' });
    const isFocused = () => /Air Runner Low.*Size 9/.test(document.activeElement?.textContent ?? '');
    await waitFor(() => expect(isFocused()).toBe(true));

    // Its price changes, and its list is opened again, while the user is elsewhere.
    const tab = screen.getByRole('tab', { name: 'Current Bids' });
    act(() => tab.focus());
    server.answer('userData', userData({ bids: [{ ...BLANK_SALE_ROW }, ofPrice(121), other] }));
    await tell({ name: 'order', data: { product: 7, size: '9', side: 'bid', status: 'open' } });
    await pass(2_000);
    await screen.findByText('121$');
    expect(document.activeElement).toBe(tab);
    await user.click(screen.getByRole('tab', { name: 'Puchases' }));
    await user.click(tab);
    expect(document.activeElement).toBe(tab);

    act(() => browserHistory.navigate(at));
    await waitFor(() => expect(isFocused()).toBe(true));
  });

  it('is where a notification leads while the past trades are shown', async () => {
    serve({ asks: [{ ...BLANK_SALE_ROW }, OUTBID] });
    const path = '/dashboard/selling';
    const { user } = openPage(SellingPage, { userId: 'ada', at: path, path });
    await user.click(await screen.findByRole('tab', { name: 'History' }));
    act(() => browserHistory.navigate(`${path}?product=7&size=9`));
    await waitFor(() => expect(openTab()).toBe('Current Asks'));
    expect(document.activeElement?.closest('tr')?.textContent).toMatch(/Air Runner Low.*Size 9/);
  });
});

const openTab = () => screen.getByRole('tab', { selected: true }).textContent;

describe('a link to a list', () => {
  const SALE = trade(1, 165);

  it.each([
    ['?product=7&size=9', SALE.id, 'Current Asks'],
    ['?list=sales', BID.id, 'History'],
    ['', SALE.id, 'History'],
  ])('%s opens it, also while an accepted order of another list is confirmed', async (search, id, tab) => {
    serve({ asks: [{ ...BLANK_SALE_ROW }, BID], sales: listed(SALE) });
    useAcceptedOrder.setState({ id });
    const path = '/dashboard/selling';
    openPage(SellingPage, { userId: 'ada', at: path + search, path });
    await screen.findByRole('region', { name: /^Your ask is placed|^You sold this pair/ });
    expect(openTab()).toBe(tab);
  });
});

describe('the deals in progress', () => {
  it.each([
    ['buyer', BuyingPage, ['Current Bids', 'In Progress', 'Puchases']],
    ['seller', SellingPage, ['Current Asks', 'In Progress', 'History']],
  ] as const)(
    'of a %s are listed with state, next step and deadline, and lead to their pages',
    async (...row) => {
      const [party, Page, tabs] = row;
      const shown = deal({ party, state: 'shipped' });
      const server = serve();
      server.answer('deals', { deals: [shown], next: null });
      markDealsStarted();
      await openInProgress(Page);
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
      const list = await screen.findByRole('list', { name: 'In progress' });
      const link = within(list).getByRole('link', { name: /Air Runner Low/ });
      expect(link.getAttribute('href')).toBe(`/dashboard/orders/${shown.id}`);
      expect(link.textContent).toContain('On its way to PerkeXThe pair arrives at PerkeX.');
      expect(link.textContent).toContain(`By ${momentText('local', DUE_AT)}`);
      expect(server.requestsOf('deals').every(({ query }) => query.get('party') === party)).toBe(true);
    },
  );

  it('may be none, or not readable', async () => {
    const server = serve();
    server.answer('deals', lostConnection());
    markDealsStarted();
    const { user } = await openInProgress(BuyingPage);
    await screen.findByText('Your purchases in progress could not be loaded.');
    server.answer('deals', { deals: [], next: null });
    await user.click(button('Try again'));
    await screen.findByText(/^Nothing is in progress\./);
  });

  it('have no tab before deals have started', async () => {
    const server = serve();
    openPage(BuyingPage, { userId: 'ada' });
    await screen.findByRole('tab', { name: 'Puchases' });
    expect(screen.queryByRole('tab', { name: 'In Progress' })).toBeNull();
    expect(server.requestsOf('deals')).toEqual([]);
  });
});

/** The code of the list is loaded once its place is in sight. */
async function openInProgress(Page: ComponentType) {
  const intersections = new FakeIntersections();
  const page = openPage(Page, { userId: 'ada' });
  await page.user.click(await screen.findByRole('tab', { name: 'In Progress' }));
  const place = screen.getByRole('tabpanel').firstElementChild;
  await intersections.show(place as Element);
  return page;
}

describe('the profile', () => {
  it('shows the totals of trades after all fees', async () => {
    serve({ purchases: listed(trade(1, 237.63)), sales: listed(trade(2, 185), trade(3, 78.5)) });
    openPage(ProfilePage, { userId: 'ada' });
    await screen.findByText('237.63$ with fees');
    screen.getByText('263.50$ after fees');
  });

  it('shows none of trades whose deals have failed, which say so in their rows', async () => {
    const cancelled: SaleRow = { ...trade(2, 113), deal: DEAL_ID, failed: 'cancelled' };
    serve({ purchases: listed(trade(1, 237.63), cancelled) });
    openPage(BuyingPage, { userId: 'ada', at: '/?list=purchases' });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).queryAllByText('Cancelled').length > 0)).toEqual([true, false]);
    expect(rows[0]?.textContent).not.toContain('113');
    expect(screen.getByText(/^1 bought/).textContent).toBe('1 bought · 237.63$ with fees');
  });

  it('shows those of the newest 500 if there may be more', async () => {
    const trades = Array.from({ length: SHOWN_TRADES }, (_, number) => trade(number, 78));
    serve({ sales: listed(...trades) });
    openPage(ProfilePage, { userId: 'ada' });
    await screen.findByText('39000.00$ after fees for the newest 500');
    screen.getByText('500+');
  });

  it('invites the user to trade where there are no trades', async () => {
    serve();
    openPage(ProfilePage, { userId: 'ada' });
    await screen.findByText(/^No purchases yet\./);
    expect(screen.getByRole('link', { name: 'Find a pair' }).getAttribute('href')).toBe('/browse');
    expect(screen.getByRole('link', { name: 'Sell a pair' }).getAttribute('href')).toBe('/sell');
  });
});

describe('the owner of the dashboard', () => {
  it('is shown by name, with the counts of their trades', async () => {
    serve({ sales: listed(...Array.from({ length: SHOWN_TRADES }, (_, number) => trade(number, 78))) });
    openPage(UserBar, { userId: 'ada' });
    await screen.findByText('Ada Lovelace');
    screen.getByText('0 Purchases');
    screen.getByText('500+ Sales');
    screen.getByRole('link', { name: 'Reset password' });
    button('Logout');
  });

  it('has no name before shipping is set', async () => {
    serve({ shipping: { ...userData().shipping, name: '', surname: '' } });
    openPage(UserBar, { userId: 'ada' });
    await waitFor(() => screen.getByText('0 Sales'));
    await pass(100);
    expect(document.querySelector('#user-bar .font-semibold')).toBeNull();
  });
});
