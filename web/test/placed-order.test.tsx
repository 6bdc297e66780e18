import { BLANK_SALE_ROW, type UserData } from '@perkex/contract/user-data.js';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAcceptedOrder } from '../src/api/orders.js';
import { BuyingPage } from '../src/dashboard/buying-page.js';
import { BID, listed, serve, trade } from './support/dashboard.js';
import { DEAL_ID, markDealsStarted } from './support/deals.js';
import { button, openPage } from './support/open-page.js';

describe('the confirmation of an order', () => {
  async function openConfirmation(changes: Partial<UserData>, id: string) {
    serve(changes);
    useAcceptedOrder.setState({ id, isMarked: true });
    return openPage(BuyingPage, { userId: 'ada' });
  }

  it('of a bid shows the pair, the total and the next steps, until it is closed', async () => {
    const expiresAt = new Date(Date.now() + 6.2 * 86_400_000).toISOString();
    const bids = [{ ...BLANK_SALE_ROW }, { ...BID, expiresAt }];
    const { user } = await openConfirmation({ bids }, BID.id);
    const placed = within(await screen.findByRole('region', { name: 'Your bid is placed' }));
    expect(placed.getByText('You pay if a seller takes it').nextElementSibling?.textContent).toBe('113.00$');
    placed.getByText('Size 9');
    expect(screen.getAllByText('expires in 6 days')).toHaveLength(2);
    placed.getByText('Your bid stays open until a seller takes it, you remove it, or it expires.');
    placed.getByText(/nothing is charged or sent/);
    expect(placed.getByRole('link').getAttribute('href')).toBe('/product/7?size=9');
    await user.click(placed.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('heading', { name: 'Your bid is placed' })).toBeNull();
  });

  const UNDO = 'You can undo the purchase for ten minutes. Then it is binding.';
  const bought = (date: number) =>
    listed({ ...trade(1, 113), deal: DEAL_ID, date: new Date(date).toISOString() });
  const accept = (takes: boolean) =>
    useAcceptedOrder.setState({ own: { product: 7, sizes: ['9'], side: 'bid', atMs: Date.now(), takes } });

  it.each([
    ['of a bid that a seller has taken', false, 0],
    ['of a purchase eleven minutes ago', true, 11],
  ])('%s promises no right to undo it', async (_what, takes, minutes) => {
    markDealsStarted();
    accept(takes);
    await openConfirmation({ purchases: bought(Date.now() - minutes * 60_000) }, 'trade-1');
    const placed = within(await screen.findByRole('region', { name: 'You bought this pair' }));
    expect(placed.queryByText(UNDO)).toBeNull();
  });

  it('of a purchase opens its list, and leads to its deal', async () => {
    markDealsStarted();
    accept(true);
    await openConfirmation({ purchases: bought(Date.now()) }, 'trade-1');
    const placed = within(await screen.findByRole('region', { name: 'You bought this pair' }));
    expect(placed.getByText('You pay').nextElementSibling?.textContent).toBe('113.00$');
    placed.getByText(UNDO);
    expect(placed.getByRole('link').getAttribute('href')).toBe(`/dashboard/orders/${DEAL_ID}`);
    screen.getByRole('tab', { name: 'Puchases', selected: true });
  });

  it('shares the sneaker', async () => {
    const share = vi.fn(async () => {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    const { user } = await openConfirmation({ bids: [{ ...BLANK_SALE_ROW }, BID] }, BID.id);
    await screen.findByRole('region', { name: 'Your bid is placed' });
    await user.click(button('Share'));
    const url = new URL('/product/7?size=9', location.origin).href;
    expect(share).toHaveBeenCalledWith({ title: 'Air Runner Low', url });
  });
});
