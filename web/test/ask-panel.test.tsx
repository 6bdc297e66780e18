import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readUnfinishedOrder } from '../src/orders/unfinished-order.js';
import { SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

const SIZE_9 = '/sell/7?size=9';

/** Opens the panel of a seller; a visitor has no id. */
async function openAskPanel({
  product = productDetail(),
  data = userData(),
  userId = 'ada',
  at = SIZE_9,
} = {}) {
  const server = startServer();
  server.answer('productHistory', []);
  server.answer('product', [product]);
  server.answer('userData', data);
  const page = openPage(SellPage, { at, path: '/sell/:id', userId });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enter Ask' });
  return { ...page, server, price };
}

describe('the ask panel (section 4, "Sell side")', () => {
  it('starts at the lowest ask of its size', async () => {
    const { price } = await openAskPanel();
    expect(price.value).toBe('240');
    expect(price.getAttribute('aria-describedby')?.split(' ')).toContain(
      screen.getByText('You are not the lowest ask').id,
    );
    expect(button('Review Ask').disabled).toBe(false);
  });

  it('is empty without asks, and any price is then the lowest ask', async () => {
    const { user, price } = await openAskPanel({ at: '/sell/7?size=10' });
    expect(price.value).toBe('');
    expect(price.placeholder).toBe('Enter Ask');
    screen.getByText('Please enter your ask (Minimum ask is 1$)');
    expect(button('Review Ask').disabled).toBe(true);
    await user.type(price, '500');
    screen.getByText('You are the lowest ask');
    expect(button('Review Ask').disabled).toBe(false);
  });

  it('asks whether the pair is listed again if the buyer does not pay, also for a sale, once deals have started', async () => {
    markDealsStarted();
    const { user } = await openAskPanel({ userId: '' });
    const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: /^List it again if the buyer/ });
    expect(choice.checked).toBe(true);
    choice.focus();
    await user.keyboard(' ');
    await user.click(screen.getByRole('radio', { name: 'Sell Now' }));
    const ofSale = screen.getByRole<HTMLInputElement>('checkbox', { name: /^List it again if the buyer/ });
    expect(ofSale.checked).toBe(false);
    const hint = document.getElementById(ofSale.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('As an ask at the price of the sale, for 30 days.');
    await user.click(button('Review Sale'));
    await expectPage('/login');
    expect(readUnfinishedOrder()).toMatchObject({ mode: 'now', isRelisting: false });
  });

  it('has no such question before deals have started', async () => {
    await openAskPanel();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('takes only digits', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '2e3.5$');
    expect(price.value).toBe('235');
  });

  it('names the lowest ask once the price is below all others', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '239');
    screen.getByText('You are the lowest ask');
  });

  it('shows the fees of the price, with whole dollars cut from the total', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '221');
    const amounts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Price',
      'Transaction Fee (9,5%)',
      'Payment Proc. (3%)',
      'Shipping',
      expect.stringContaining('Rounding in your favour'),
      'Total',
    ]);
    expect(amounts.map((amount) => amount?.replace(/[^\d.]/g, ''))).toEqual([
      '221.00',
      '21.00',
      '6.63',
      '10.00',
      '1.63',
      '185.00',
      '',
    ]);
    screen.getByText('You get');
  });

  it.each([
    ['201', '19.10$', '6.03$', '166.00$'],
    ['1000', '95.00$', '30.00$', '865.00$'],
    ['12', '1.14$', '0.36$', '1.00$'],
  ])('shows the fees of a seller at %s dollars', async (dollars, transaction, processing, total) => {
    const { user, price } = await openAskPanel({ at: '/sell/7?size=10' });
    await user.type(price, dollars);
    const amounts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(amounts.slice(1, 4)).toEqual([transaction, processing, '10.00$']);
    expect(amounts.slice(-2)).toEqual([total, 'You get']);
  });

  it('blocks an ask at or below the highest bid at once, and sells to the bid after a pause', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '150');
    expect(button('Review Ask').disabled).toBe(true);
    screen.getByText('Your ask is at or below the highest bid: sell now, or ask for more.');
    await pass(1_400);
    expect(price.value).toBe('150');
    await pass(200);
    screen.getByText("You're about to sell at the highest bid price");
    expect(price.value).toBe('200');
    expect(price.disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Sell Now' }).checked).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Sell Now' }));
    expect(button('Review Sale').disabled).toBe(false);
  });

  it('waits for the last key before it sells to the bid', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '19');
    await pass(1_200);
    await user.type(price, '9');
    await pass(1_200);
    expect(price.value).toBe('199');
    await pass(400);
    expect(price.value).toBe('200');
  });

  it('does not sell to the own bid of the seller', async () => {
    const own = { id: 'b1', productId: 7, name: 'Air Runner Low', brand: 'Air', price: 200, size: '9' };
    const data = userData();
    const { user, price } = await openAskPanel({
      data: { ...data, bids: [...data.bids, { ...own, thumbnail: '' }] },
    });
    await user.clear(price);
    await user.type(price, '150');
    await pass(2_000);
    expect(price.value).toBe('150');
    screen.getByText('Your ask would sell to your own bid: ask for more, or remove that bid first.');
    expect(button('Review Ask').disabled).toBe(true);
    screen.getByText('yours');
    await user.click(screen.getByRole('radio', { name: 'Sell Now' }));
    screen.getByText('The highest bid is your own. Remove it before you sell now.');
    expect(button('Review Sale').disabled).toBe(true);
  });

  it('has nothing to sell to without bids', async () => {
    const { user, price } = await openAskPanel({ product: productDetail({ bids: [] }) });
    await user.click(screen.getByRole('radio', { name: 'Sell Now' }));
    screen.getByText('NO BIDS AVAILABLE');
    expect(price.value).toBe('');
    expect(button('Review Sale').disabled).toBe(true);
  });

  it('has the own price again after a look at Sell Now', async () => {
    const { user, price } = await openAskPanel();
    await user.clear(price);
    await user.type(price, '255');
    await user.click(screen.getByRole('radio', { name: 'Sell Now' }));
    expect(price.value).toBe('200');
    await user.click(screen.getByRole('radio', { name: 'Place Ask' }));
    expect(price.value).toBe('255');
    expect(price.disabled).toBe(false);
  });

  it('needs a payout, whose link keeps the price and leads to the settings', async () => {
    const { user, price } = await openAskPanel({ data: userData({ payout: { type: '' } }) });
    screen.getByText('Set Your Payout!');
    await user.clear(price);
    await user.type(price, '300');
    expect(button('Review Ask').disabled).toBe(true);
    const reason = screen.getByRole('link', { name: 'Set your payout first.' });
    expect(button('Review Ask').getAttribute('aria-describedby')).toBe(reason.parentElement?.id);
    await user.click(reason);
    await expectPage('/dashboard/settings');
    expect(readUnfinishedOrder()).toMatchObject({
      flow: 'sell',
      size: '9',
      mode: 'place',
      priceCents: 300_00,
    });
  });

  it('lets a visitor review any valid price, after the login', async () => {
    const { user, price } = await openAskPanel({ userId: '' });
    expect(screen.queryByText('Payout')).toBeNull();
    await user.clear(price);
    await user.type(price, '300');
    await user.click(button('Review Ask'));
    await expectPage('/login');
    expect(readUnfinishedOrder()).toMatchObject({
      flow: 'sell',
      productId: 7,
      size: '9',
      priceCents: 300_00,
    });
  });

  it('asks before a review whether a price is meant that is far below the market', async () => {
    const { user, price, server } = await openAskPanel({ product: productDetail({ bids: [] }) });
    server.answer('emailProof', { email: 'ada@example.com', isProved: true });
    await user.clear(price);
    await user.type(price, '24{Enter}');
    const question = await screen.findByRole('dialog', { name: 'Really 24$?' });
    expect(question.textContent).toContain('Lowest Ask');
    expect(document.activeElement).toBe(button('Change the price'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(price);
    await user.keyboard('245{Enter}');
    await screen.findByRole('heading', { name: 'Review Ask' });
  });
});

describe('the price of Sell Now', () => {
  async function openSellNow() {
    const opened = await openAskPanel();
    await opened.user.click(screen.getByRole('radio', { name: 'Sell Now' }));
    return opened;
  }

  /** The best bid moves to this price. */
  async function moveBid({ server, tell }: Awaited<ReturnType<typeof openAskPanel>>, price: number) {
    server.answer('product', [productDetail({ bids: [{ id: 'b2', size: '9', price }] })]);
    const data = { product: 7, size: '9', seq: 9, lowestAsk: 240, highestBid: price, asks: 2, bids: 1 };
    await tell({ name: 'book', data });
    await pass(1_000);
  }

  it('stays as it was seen when the market gets worse, until the new one is accepted', async () => {
    const opened = await openSellNow();
    await moveBid(opened, 190);
    screen.getByText('The highest bid has fallen from 200$ to 190$.');
    expect(opened.price.value).toBe('200');
    expect(button('Review Sale').disabled).toBe(true);
    screen.getByText('The price has moved: accept the new one first.');
    await opened.user.click(button('Accept 190$'));
    expect(opened.price.value).toBe('190');
    expect(button('Review Sale').disabled).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Sell Now' }));
  });

  it('need not be accepted once the market is back', async () => {
    const opened = await openSellNow();
    await moveBid(opened, 190);
    screen.getByText('The highest bid has fallen from 200$ to 190$.');
    await moveBid(opened, 200);
    expect(screen.queryByText(/has fallen/)).toBeNull();
    expect(button('Review Sale').disabled).toBe(false);
  });

  it('follows a better bid at once, and says so', async () => {
    const opened = await openSellNow();
    await moveBid(opened, 210);
    screen.getByText('The highest bid has risen from 200$ to 210$. Your price follows.');
    expect([opened.price.value, button('Review Sale').disabled]).toEqual(['210', false]);
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
    await moveBid(opened, 200);
    screen.getByText('The highest bid has fallen from 210$ to 200$.');
    expect([opened.price.value, button('Review Sale').disabled]).toEqual(['210', true]);
  });
});
