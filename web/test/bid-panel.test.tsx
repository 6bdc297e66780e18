import type { HistoryBucket } from '@perkex/contract/figures.js';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BuyPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { button, openPage, pass, startServer } from './support/open-page.js';

/** Longer than the confirmation stays inactive. */
const SETTLED_MS = 1_500;
const SIZE_9 = '/buy/7?size=9';
const NO_SHIPPING = Object.fromEntries(
  Object.keys(userData().shipping).map((field) => [field, '']),
) as ReturnType<typeof userData>['shipping'];

async function openBidPanel({
  product = productDetail(),
  data = userData(),
  userId = 'ada',
  at = SIZE_9,
  state = {},
  history = [] as HistoryBucket[],
} = {}) {
  const server = startServer();
  server.answer('productHistory', history);
  server.answer('product', [product]);
  server.answer('userData', data);
  const page = openPage(BuyPage, { at, path: '/buy/:id', userId, state });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enter Bid' });
  return { ...page, server, price };
}

describe('the bid panel (section 4, "Buy side")', () => {
  it('starts at the highest bid of its size, with the spelling of the first hint', async () => {
    const { user, price } = await openBidPanel();
    expect(price.value).toBe('200');
    screen.getByText('You are not the highest Bid');
    await user.type(price, '{Backspace}0');
    screen.getByText('You are not the highest bid');
  });

  it('names the highest bidder once the price is above all others', async () => {
    const { user, price } = await openBidPanel();
    await user.clear(price);
    screen.getByText('Please enter your bid (Minimum bid is 1$)');
    expect(button('Review Bid').disabled).toBe(true);
    await user.type(price, '201');
    screen.getByText('You are about to be the highest bidder');
    expect(button('Review Bid').disabled).toBe(false);
  });

  it('blocks a bid at or above the lowest ask at once, and buys the ask after a pause', async () => {
    const { user, price } = await openBidPanel();
    await user.clear(price);
    await user.type(price, '250');
    expect(button('Review Bid').disabled).toBe(true);
    screen.getByText('Your bid is at or above the lowest ask: buy now, or bid less.');
    await pass(1_600);
    screen.getByText('You are about to purchase this item for the lowest ask');
    expect(price.value).toBe('240');
    expect(price.disabled).toBe(true);
    expect(button('Review Buy').disabled).toBe(false);
  });

  it('adds the fees to the price', async () => {
    const { user, price } = await openBidPanel();
    await user.clear(price);
    await user.type(price, '201');
    const amounts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(amounts.map((amount) => amount?.replace(/[^\d.]/g, ''))).toEqual([
      '201.00',
      '6.03',
      '10.00',
      '217.03',
    ]);
  });

  it('has a lifetime for a bid, and none for a purchase', async () => {
    const { user } = await openBidPanel();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Buy Now' }));
    expect(screen.queryByRole('radio', { name: '30 days' })).toBeNull();
  });

  it('bids for any of several sizes, up to five', async () => {
    const product = productDetail({ sizes: ['8', '9', '10', '11', '12', '13'] });
    const { user, price, server } = await openBidPanel({ product });
    server.answer('bidAnySize', 'Your bid is placed.');
    await user.click(screen.getByText('Any of several sizes'));
    const size = (name: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Size ${name},`) });
    for (const name of ['8', '10', '11', '12']) {
      await user.click(size(name));
    }
    screen.getByText('8, 9, 10, 11 or 12');
    expect(size('13').disabled).toBe(true);
    await user.click(size('11'));
    await user.click(size('12'));
    await user.clear(price);
    await user.type(price, '210');
    await user.click(button('Review Bid'));
    screen.getByRole('heading', { name: 'Review Bid' });
    screen.getByText('8, 9 or 10');
    screen.getByText('You buy one pair: the first size that trades removes the bids for the others.');
    await pass(SETTLED_MS);
    await user.click(button('PLACE BID'));
    await waitFor(() => expect(server.requestsOf('bidAnySize')).toHaveLength(1));
    const [sent] = server.requestsOf('bidAnySize');
    expect(sent?.body).toMatchObject({ uid: 'ada', price: 210, sizes: ['9', '8', '10'], expiresIn: 30 });
    expect(server.requestsOf('bid')).toEqual([]);
  });

  it('has nothing to buy without asks', async () => {
    const { user } = await openBidPanel({ product: productDetail({ asks: [] }) });
    await user.click(screen.getByRole('radio', { name: 'Buy Now' }));
    screen.getByText('NO ASKS TO BUY FROM AVAILABLE');
    expect(button('Review Buy').disabled).toBe(true);
  });

  it.each([
    [{ bid: true }, 'Place Bid', 'Review Bid'],
    [{ bid: false }, 'Buy Now', 'Review Buy'],
  ])('opens in the mode that the navigation asked for: %o', async (state, mode, review) => {
    await openBidPanel({ state });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: mode }).checked).toBe(true);
    button(review);
  });

  it('needs a payment and a shipping, and shows which are set', async () => {
    await openBidPanel({ data: userData({ payment: { type: '' }, shipping: NO_SHIPPING }) });
    screen.getByText('Set Your Payment!');
    screen.getByText('Set Your Shipping!');
    expect(button('Review Bid').disabled).toBe(true);
    screen.getByRole('link', { name: 'Set your payment and shipping first.' });
  });

  it('shows the settings that will be used, each with a link to edit it', async () => {
    await openBidPanel();
    await screen.findByText('Long Street');
    screen.getByText('CC');
    screen.getByRole('link', { name: 'EDIT payment' });
    screen.getByRole('link', { name: 'EDIT shipping' });
  });

  it('does not call a setting missing while it is loading', async () => {
    const server = startServer();
    server.answer('product', [productDetail()]);
    server.answer('productHistory', []);
    const loading = server.answerLater('userData', userData());
    openPage(BuyPage, { at: SIZE_9, path: '/buy/:id', userId: 'ada' });
    await screen.findByRole('textbox', { name: 'Enter Bid' });
    expect(button('Review Bid').disabled).toBe(true);
    expect(screen.queryByText(/first\.$/)).toBeNull();
    loading.release();
    await screen.findByText('Long Street');
    expect(button('Review Bid').disabled).toBe(false);
  });
});

describe('a bid', () => {
  it('keeps its price when the market moves, and its hint follows', async () => {
    const { user, price, server, tell } = await openBidPanel();
    await user.clear(price);
    await user.type(price, '210');
    screen.getByText('You are about to be the highest bidder');
    server.answer('product', [productDetail({ bids: [{ id: 'b2', size: '9', price: 220 }] })]);
    await tell({
      name: 'book',
      data: { product: 7, size: '9', seq: 9, lowestAsk: 240, highestBid: 220, asks: 2, bids: 1 },
    });
    await screen.findByText('You are not the highest bid');
    expect(price.value).toBe('210');
  });

  it('is not reviewed before a price far above the last sale is confirmed, nor by a second Enter', async () => {
    const lastsales = [{ id: 's1', size: '9', price: 300, date: '2026-11-01T00:00:00Z' }];
    const { user, price, server } = await openBidPanel({
      product: productDetail({ asks: [], bids: [], lastsales }),
    });
    server.answer('emailProof', { email: 'ada@example.com', isProved: true });
    await user.clear(price);
    await user.type(price, '299.99{Enter}');
    await screen.findByRole('dialog', { name: 'Really 29999$?' });
    expect(screen.getByRole('dialog').textContent).toContain('Last sale of size 9300$');
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(price);
    await user.click(button('Review Bid'));
    await user.type(screen.getByRole('textbox', { name: /type the price again/ }), '29999{Enter}');
    await screen.findByRole('heading', { name: 'Review Bid' });
  });

  it('of a visitor needs a price, too', async () => {
    const { user, price } = await openBidPanel({ userId: '' });
    expect(button('Review Bid').disabled).toBe(false);
    await user.clear(price);
    expect(button('Review Bid').disabled).toBe(true);
  });
});

describe('the sizes', () => {
  async function openSizes() {
    const server = startServer();
    server.answer('product', [productDetail()]);
    server.answer('productHistory', []);
    server.answer('userData', userData());
    const page = openPage(BuyPage, { at: '/buy/7', path: '/buy/:id', userId: 'ada' });
    await screen.findByRole('heading', { name: 'Select Size' });
    return page;
  }

  it('have a tile each with the lowest ask, and two dashes without one', async () => {
    await openSizes();
    screen.getByText('Lowest Asks');
    screen.getByRole('link', { name: '9 240$ lowest ask of all sizes' });
    screen.getByRole('link', { name: '10 -- lowest ask' });
  });

  it('open the panel, and EDIT opens them again, each with the focus on its heading', async () => {
    const { user } = await openSizes();
    await user.click(screen.getByRole('link', { name: /^9 / }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Size 9' }));
    await user.click(screen.getByRole('link', { name: 'EDIT' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Select Size' }));
  });

  it('cannot be chosen before trading opens', async () => {
    const server = startServer();
    server.answer('product', [productDetail({ tradesFrom: '2099-01-02' })]);
    openPage(BuyPage, { at: '/buy/7', path: '/buy/:id' });
    await screen.findByRole('heading', { name: 'Not yet' });
    expect(screen.queryByText('Select Size')).toBeNull();
  });
});

describe('the place of a bid before it is placed', () => {
  const REPLACED = '019ac1a2-5b1c-7d1e-8f3a-2b4c6d8e0f12';
  const order = (price: number, id = `b${price}`) => ({ id, size: '9', price });
  const product = productDetail({
    bids: [order(200, REPLACED), order(200), order(190), { id: 'other', size: '10', price: 230 }],
  });

  it('follows the typed price', async () => {
    const { user, price } = await openBidPanel({ product });
    screen.getByText('Would be 3rd in line: 2 earlier');
    await user.clear(price);
    expect(screen.queryByText(/^Would be/)).toBeNull();
    await user.type(price, '195');
    screen.getByText('Would be 3rd in line: 2 higher');
    await user.clear(price);
    await user.type(price, '201');
    screen.getByText('Would be first, no pairs ahead');
    await user.clear(price);
    await user.type(price, '240');
    expect(screen.queryByText(/^Would be/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Buy Now' }));
    expect(screen.queryByText(/^Would be/)).toBeNull();
  });

  it('does not count the bid that it replaces', async () => {
    const replaces = { id: REPLACED, priceCents: 200_00 };
    const { user, price } = await openBidPanel({ product, state: { replaces } });
    await user.clear(price);
    await user.type(price, '200');
    screen.getByText('Would be 2nd in line: 1 earlier');
    screen.getByText('You are not the highest bid');
  });

  it('is compared with the bids of others, also in words, if it replaces the highest one', async () => {
    const replaces = { id: REPLACED, priceCents: 200_00 };
    const bids = [order(200, REPLACED), order(190)];
    const { user, price } = await openBidPanel({
      product: productDetail({ bids }),
      state: { bid: true, priceCents: 200_00, replaces },
    });
    expect(price.value).toBe('200');
    screen.getByText('Would be first, no pairs ahead');
    screen.getByText('You are about to be the highest bidder');
    await user.clear(price);
    await user.type(price, '190');
    screen.getByText('Would be 2nd in line: 1 earlier');
    screen.getByText('You are not the highest bid');
  });

  it('is not exact behind all bids that are loaded', async () => {
    const bids = Array.from({ length: 50 }, (_, index) => order(200, `b${index}`));
    const { user, price } = await openBidPanel({ product: productDetail({ bids }) });
    await user.clear(price);
    await user.type(price, '100');
    screen.getByText('Would be behind 50 pairs or more');
  });
});

describe('the offered prices', () => {
  const sales = (average: number) => [
    { start: '2026-11-01', open: 210, high: 210, low: 210, close: 210, average, sales: 3 },
  ];

  it('set the price', async () => {
    const { user, price } = await openBidPanel();
    await user.click(button('Beat by 1$ 201$'));
    expect(price.value).toBe('201');
    screen.getByText('You are about to be the highest bidder');
    expect(button('Beat by 1$ 201$').getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Match 200$'));
    expect(price.value).toBe('200');
    expect(button('Review Bid').disabled).toBe(false);
  });

  it.each([
    [210, true],
    [240, false],
  ])('include a typical price of %d: %s', async (average, isOffered) => {
    await openBidPanel({ history: sales(average) });
    expect(
      (await screen.findByRole('list', { name: 'Set the price' })).textContent?.includes('Typical'),
    ).toBe(isOffered);
  });

  it('are not shown when one buys now', async () => {
    const { user } = await openBidPanel();
    await user.click(screen.getByRole('radio', { name: 'Buy Now' }));
    expect(screen.queryByRole('list', { name: 'Set the price' })).toBeNull();
  });
});
