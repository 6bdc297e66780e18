import { dealCode } from '@perkex/core/deals/deal-code.js';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SoldPairPage } from '../src/box/sold-pair-page.js';
import { BoxPage } from '../src/deals/box-page.js';
import { deal, DEAL_ID as ID, markDealsStarted, TRADE } from './support/deals.js';
import { refusal } from './support/fake-server.js';
import { openDealPage } from './support/open-deal.js';
import { button, openPage, server, startServer } from './support/open-page.js';

const PAID = { ...TRADE, version: 2, event: 'payment-held', by: 'provider', state: 'paid' } as const;
const DEAL = deal({
  state: 'paid',
  styleCode: 'DZ5485-612',
  colourway: 'White/Red',
  money: [{ kind: 'paid', amount: 216.5 }],
  timeline: [TRADE, PAID],
});
const SHARED = `/sold/7/${ID}`;

beforeEach(() => {
  startServer();
  server.answer('dealReport', { report: null });
});

async function openDeal(shown = DEAL) {
  const page = openDealPage(shown);
  await screen.findByRole('heading', { name: 'Your purchase' });
  return page;
}

describe('the box of a trade', () => {
  it('has the style code, the size, the colour, the price and the number of the trade on its label', async () => {
    await openDeal();
    const label = within(screen.getByRole('region', { name: 'Box label' }));
    label.getByRole('link', { name: 'Air Runner Low' });
    for (const text of ['DZ5485-612', '9', 'White/Red', '200$', dealCode(DEAL)]) {
      label.getByText(text);
    }
    label.getByRole('img', { name: 'The number of the trade as a bar code' });
  });

  it('is shared by the browser, or its link is copied', async () => {
    const { user } = await openDeal();
    await user.click(button('Open the box'));
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(button('Share'));
    expect(copied).toHaveBeenCalledWith(`${window.location.origin}${SHARED}`);
    await screen.findByText(/^The link is copied/);
    const share = vi.fn().mockResolvedValue(undefined);
    Object.assign(navigator, { share });
    await user.click(button('Share'));
    Object.assign(navigator, { share: undefined });
    expect(share).toHaveBeenCalledWith({
      title: 'Air Runner Low in size 9',
      url: `${window.location.origin}${SHARED}`,
    });
  });

  it.each(['undone', 'payment'] as const)('is gone once the trade has ended: %s', async (cancellation) => {
    await openDeal(deal({ state: 'cancelled', cancellation }));
    expect(screen.queryByRole('region', { name: 'Box label' })).toBeNull();
    screen.getByText('Air Runner Low');
  });

  it('follows the steps of a deal in progress, and leads the page of one that is complete', async () => {
    await openDeal();
    const box = () => screen.getByRole('region', { name: 'The box' });
    const status = () => screen.getByRole('heading', { level: 2, name: /^(Paid|Complete)/ });
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    expect(status().compareDocumentPosition(box()) & follows).toBe(follows);
    cleanup();
    await openDeal(deal({ ...DEAL, state: 'complete' }));
    expect(box().compareDocumentPosition(status()) & follows).toBe(follows);
  });

  it('is printed on its own page', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    markDealsStarted();
    server.answer('deal', DEAL);
    const { user } = openPage(BoxPage, {
      at: `/dashboard/orders/${ID}/box`,
      path: '/dashboard/orders/:deal/box',
      userId: 'ada',
    });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    within(screen.getByRole('region', { name: 'Box label' })).getByText('DZ5485-612');
  });
});

describe('a shared label', () => {
  const open = () => openPage(SoldPairPage, { at: SHARED, path: '/sold/:id/:sale' });

  it('shows the pair, its price and the day, and no number of the trade', async () => {
    const { name, thumbnail, brand, styleCode, colourway, size, price, date } = DEAL;
    server.answer('soldPair', {
      productId: 7,
      name,
      thumbnail,
      brand,
      styleCode,
      colourway,
      size,
      price,
      date,
    });
    open();
    const label = within(await screen.findByRole('region', { name: 'Box label' }));
    label.getByText('200$');
    expect(label.queryByRole('img', { name: /bar code/ })).toBeNull();
    expect(document.body.textContent).not.toContain(dealCode(DEAL));
    expect(screen.getByRole('link', { name: 'See its market' }).getAttribute('href')).toBe(
      '/product/7?size=9',
    );
  });

  it('of no sale says so', async () => {
    server.answer('soldPair', refusal('not-found'));
    open();
    await screen.findByRole('heading', { name: 'There is no such sale' });
  });
});
