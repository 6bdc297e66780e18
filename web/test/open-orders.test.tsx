import { BLANK_ORDER_ROW } from '@perkex/contract/user-data.js';
import { NO_VACATION } from '@perkex/contract/vacation.js';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BuyingPage } from '../src/dashboard/buying-page.js';
import { SellingPage } from '../src/dashboard/selling-page.js';
import { chooseWithFees } from '../src/storage/with-fees.js';
import { BuyPage, SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, pass, startServer } from './support/open-page.js';

const ID = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
const BID = {
  ...BLANK_ORDER_ROW,
  id: ID,
  productId: 7,
  name: 'Air Runner Low',
  price: 100,
  size: '9',
  thumbnail: '/drawings/7.svg',
};

function serve(bids: (typeof BID)[]) {
  const server = startServer();
  server.answer('userData', userData({ bids: [BLANK_ORDER_ROW, ...bids] }));
  server.answer('prices', [0, 0]);
  return server;
}

describe('the place of an open order in its queue', () => {
  it.each([
    [0, 1, 'highest bid'],
    [7, 3, '8th in line: 5 higher, 2 earlier'],
    [null, null, 'more than 1,000 pairs ahead'],
  ])('is in its row, with %j ahead', async (ahead, rank, text) => {
    const server = serve([BID]);
    server.answer('queuePlaces', [{ id: ID, productId: 7, ahead, rank }]);
    openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText(text);
    const [request] = server.requestsOf('queuePlaces');
    expect(request?.query.get('orders')).toBe(`7/${ID}`);
  });

  it('is read for 25 orders at a time', async () => {
    const bids = Array.from({ length: 26 }, (_, index) => ({ ...BID, id: `b${index}` }));
    const server = serve(bids);
    openPage(BuyingPage, { userId: 'ada' });
    const sizes = () =>
      server.requestsOf('queuePlaces').map(({ query }) => query.get('orders')?.split(',').length);
    await waitFor(() => expect(new Set(sizes())).toEqual(new Set([25, 1])));
  });
});

describe('prices with fees', () => {
  it('are shown beside the prices once the user wants them, also on the next page', async () => {
    serve([BID]).answer('prices', [250, 201]);
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText('250$');
    expect(screen.queryByText(/you pay/)).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Prices with fees', checked: false }));
    for (const text of ['you pay 113.00$', 'you pay 217.03$', 'you pay 267.50$']) {
      screen.getByText(text);
    }
    cleanup();
    serve([BID]).answer('prices', [250, 201]);
    openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText('you pay 217.03$');
    await user.click(screen.getByRole('switch', { name: 'Prices with fees', checked: true }));
    expect(screen.queryByText(/you pay/)).toBeNull();
  });

  it.each([
    [SellPage, '/sell', 'you get 165.00$', 'you get 201.00$'],
    [BuyPage, '/buy', 'you pay 216.00$', 'you pay 257.20$'],
  ])('are those of a seller or a buyer, also for visitors', async (Page, path, ofBid, ofAsk) => {
    const server = startServer();
    server.answer('product', [productDetail()]);
    server.answer('productHistory', []);
    chooseWithFees(true);
    const { user } = openPage(Page, { at: `${path}/7`, path: `${path}/:id` });
    // Above the tiles, and in one of them.
    await waitFor(() => expect(screen.getAllByText(path === '/sell' ? ofBid : ofAsk)).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: /^9 / }));
    await screen.findByRole('button', {
      name: path === '/sell' ? /^Match 240\$ ?you get/ : /^Match 200\$ ?you pay/,
    });
    // Above the panel, and in a button.
    expect(screen.getAllByText(path === '/sell' ? ofAsk : ofBid)).toHaveLength(2);
  });
});

describe('prices of the market that cannot be read', () => {
  const fail = refusal('busy');
  const NOTICE = 'The prices could not be loaded.';

  it('are not shown as none, and can be read again', async () => {
    const server = serve([BID, { ...BID, id: 'b2' }]);
    server.answer('prices', fail);
    const { user } = openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText(NOTICE);
    expect(screen.getAllByText('could not be loaded')).toHaveLength(4);
    expect(screen.queryByText('--')).toBeNull();
    await pass(5_500);
    screen.getByText(NOTICE);
    server.answer('prices', [250, 201]);
    await user.click(button('Try again'));
    await waitFor(() => expect(screen.getAllByText('250$')).toHaveLength(2));
    expect(screen.queryByText(NOTICE)).toBeNull();
    expect(screen.queryByText('could not be loaded')).toBeNull();
  });

  it('leave the prices that were read before', async () => {
    const server = serve([BID]);
    server.answer('prices', [250, 201]);
    const { client } = openPage(BuyingPage, { userId: 'ada' });
    await screen.findByText('250$');
    server.answer('prices', fail);
    void client.invalidateQueries({ queryKey: ['prices'] });
    await pass(2_000);
    expect(client.getQueryState(['prices', BID.name, BID.size])?.status).toBe('error');
    screen.getByText('250$');
    expect(screen.queryByText(NOTICE)).toBeNull();
  });
});

describe('the level of a seller', () => {
  const level = { level: 2, minSales: 6, transactionFee: 9 };
  const next = { level: 3, minSales: 30, transactionFee: 8.5 };

  it('is on the page of sales, with what is missing to the next one', async () => {
    markDealsStarted();
    const server = serve([]);
    server.answer('vacation', NO_VACATION);
    server.answer('sellerLevel', { ...level, sales: 12, until: '2027-01-01', next });
    openPage(SellingPage, { userId: 'ada' });
    const link = await screen.findByRole('link', { name: 'Seller level 2' });
    expect(link.getAttribute('href')).toBe('/help/fees#seller-levels');
    expect(link.parentElement?.textContent).toBe(
      'Seller level 2: 9% transaction fee, with 12 paid sales this quarter. 18 more before 1 January for level 3 (8.5%).',
    );
  });

  it('decides the fees of the panel', async () => {
    markDealsStarted();
    const server = startServer();
    server.answer('product', [productDetail()]);
    server.answer('productHistory', []);
    server.answer('userData', userData());
    server.answer('sellerLevel', { ...level, sales: 6, until: '2027-01-01', next });
    chooseWithFees(true);
    openPage(SellPage, { at: '/sell/7?size=9', path: '/sell/:id', userId: 'ada' });
    await screen.findByText('Transaction Fee (9%)');
    screen.getByText('Your fee at seller level 2. The level when the pair sells decides.');
    // 21.60$ and 7.20$, of which the whole dollars are taken.
    screen.getByText('202.00$');
    expect(screen.getAllByText('you get 202.00$')).toHaveLength(2);
  });
});
