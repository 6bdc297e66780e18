import { BLANK_ORDER_ROW, type UserData } from '@perkex/contract/user-data.js';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UnfinishedOrderCard } from '../src/products/unfinished-order-card.js';
import { browserHistory } from '../src/routing/history.js';
import { BuyPage, SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

/** Long enough for a button that replaces another one. */
const SETTLED_MS = 1_500;

const PAGES = { buy: BuyPage, sell: SellPage } as const;

/** Opens the order flow of size 9, or at another address. */
async function openFlow(flow: 'buy' | 'sell', { at = `/${flow}/7?size=9`, product = productDetail() } = {}) {
  const server = startServer();
  server.answer('productHistory', []);
  server.answer('product', [product]);
  server.answer('userData', userData());
  server.answer('emailProof', { email: 'ada@example.com', isProved: true });
  const page = openPage(PAGES[flow], { at, path: `/${flow}/:id`, userId: 'ada' });
  await screen.findAllByRole('heading');

  /** The best prices of a size move. */
  async function moveMarket(lowestAsk: number, highestBid: number, size = '9'): Promise<void> {
    const asks = [{ id: 'a9', size, price: lowestAsk }];
    const bids = [{ id: 'b9', size, price: highestBid }];
    server.answer('product', [productDetail({ asks, bids })]);
    const data = { product: 7, size, seq: 9, lowestAsk, highestBid, asks: 1, bids: 1 };
    await page.tell({ name: 'book', data });
    await pass(1_000);
  }

  async function reviews(label: 'Ask' | 'Bid', dollars: string): Promise<void> {
    const price = await screen.findByRole('textbox', { name: `Enter ${label}` });
    await screen.findByText(flow === 'sell' ? 'Payout Method: Active' : 'Long Street');
    await page.user.clear(price);
    await page.user.type(price, `${dollars}{Enter}`);
    await screen.findByRole('heading', { name: `Review ${label}` });
  }

  async function confirms(name: string): Promise<void> {
    await pass(SETTLED_MS);
    await page.user.click(button(name));
  }
  return { ...page, server, moveMarket, reviews, confirms };
}

const toast = () => screen.findByRole('alert');

/** The lines of the receipt, each its term and its amount. */
const receipt = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('the sizes', () => {
  it('of a seller show the highest bids, and follow the market', async () => {
    const { moveMarket } = await openFlow('sell', { at: '/sell/7' });
    await screen.findByText('Highest Bids');
    screen.getByRole('link', { name: '9 200$ highest bid of all sizes' });
    screen.getByRole('link', { name: '10 -- highest bid' });
    await moveMarket(231, 211);
    screen.getByRole('link', { name: '9 211$ highest bid of all sizes' });
  });

  it('of a buyer follow the market, and keep the mode of the address when one is chosen or changed', async () => {
    const { user, moveMarket } = await openFlow('buy', { at: '/buy/7?mode=now' });
    await moveMarket(231, 211);
    await user.click(screen.getByRole('link', { name: '9 231$ lowest ask of all sizes' }));
    await screen.findByRole('button', { name: 'Review Buy' });
    expect(browserHistory.location.search).toBe('?size=9&mode=now');
    await user.click(screen.getByRole('link', { name: 'EDIT' }));
    await user.click(await screen.findByRole('link', { name: /^9 / }));
    await screen.findByRole('button', { name: 'Review Buy' });
  });
});

describe('the price of Buy Now', () => {
  it('stays as it was seen when the market gets worse, until the new one is accepted', async () => {
    const { user, moveMarket } = await openFlow('buy', { at: '/buy/7?size=9&mode=now' });
    await screen.findByText('Long Street');
    const price = screen.getByRole<HTMLInputElement>('textbox', { name: 'Enter Bid' });
    expect([price.value, button('Review Buy').disabled]).toEqual(['240', false]);
    await moveMarket(250, 200);
    screen.getByText('The lowest ask has risen from 240$ to 250$.');
    screen.getByText('The price has moved: accept the new one first.');
    expect([price.value, button('Review Buy').disabled]).toEqual(['240', true]);
    await user.click(button('Accept 250$'));
    expect([price.value, button('Review Buy').disabled]).toEqual(['250', false]);
  });

  it('follows a lower ask at once, and so do the total and the review', async () => {
    const { user, moveMarket } = await openFlow('buy', { at: '/buy/7?size=9&mode=now' });
    await screen.findByText('Long Street');
    await moveMarket(230, 200);
    screen.getByText('The lowest ask has fallen from 240$ to 230$. Your price follows.');
    screen.getByText('You are about to purchase this item for the lowest ask');
    expect(receipt().at(-1)).toEqual(['Total', '246.90$']);
    await user.click(button('Review Buy'));
    await screen.findByRole('heading', { name: 'Review Order' });
    expect(receipt()[0]).toEqual(['Price', '230.00$']);
  });
});

describe('a review', () => {
  it('of an ask explains why its seller gets more than price and fees', async () => {
    const { reviews } = await openFlow('sell', { product: productDetail({ bids: [] }) });
    await reviews('Ask', '278');
    expect(receipt()).toEqual([
      ['Price', '278.00$'],
      ['Transaction Fee (9,5%)', '26.41$'],
      ['Payment Proc. (3%)', '8.34$'],
      ['Shipping', '10.00$'],
      [
        expect.stringMatching(/^Rounding in your favour.*Of each fee, only the whole dollars are taken\./),
        '0.75$',
      ],
      ['Total', '234.00$'],
    ]);
    screen.getByText('PayPal');
  });

  it('of a bid is a receipt: every line, the whole address and what happens next', async () => {
    const { reviews } = await openFlow('buy');
    await reviews('Bid', '201');
    expect(receipt()).toEqual([
      ['Price', '201.00$'],
      ['Processing Fee', '6.03$'],
      ['Shipping', '10.00$'],
      ['Total', '217.03$'],
    ]);
    for (const line of ['Ada Lovelace', 'Long Street 12', 'Germany']) {
      expect(document.body.textContent).toContain(line);
    }
    const next = screen.getByRole('region', { name: 'What happens next' });
    expect(next.textContent).toContain('nothing is charged or sent.');
    screen.getByText('not yet verified');
  });

  it('of a market with deals says when the money is taken, and that the order is binding', async () => {
    markDealsStarted();
    const { reviews } = await openFlow('buy');
    await reviews('Bid', '201');
    const next = screen.getByRole('region', { name: 'What happens next' });
    expect(next.textContent).toContain('You then pay at once.');
    expect(next.textContent).toContain('A bid that has traded is binding.');
    expect(next.textContent).not.toContain('nothing is charged');
    screen.getByText('PerkeX Verified');
    expect(screen.queryByText('not yet verified')).toBeNull();
  });

  it('offers the current price when its own is gone, and then posts that one', async () => {
    const { user, server, moveMarket, confirms } = await openFlow('buy', { at: '/buy/7?size=9&mode=now' });
    server.answer('buy', 'You bought it for 255$.');
    await screen.findByText('Long Street');
    await user.click(button('Review Buy'));
    await screen.findByRole('heading', { name: 'Review Order' });
    await moveMarket(255, 200);
    await screen.findByText('The lowest ask has risen to 255$: there are no more sellers at 240$.');
    expect(button('PLACE ORDER').disabled).toBe(true);
    await user.click(button('Use 255$ instead'));
    await waitFor(() => expect(screen.queryByText(/no more sellers/)).toBeNull());
    await confirms('PLACE ORDER');
    await waitFor(() => expect(server.requestsOf('buy').map(({ body }) => body.price)).toEqual([255]));
  });
});

describe('the outcome of a bid', () => {
  it('is reported on the panel to which its user has gone back in the meantime', async () => {
    const { server, reviews, confirms } = await openFlow('buy');
    const answer = server.answerLater('bid', 'Your bid of 210$ is placed.');
    await reviews('Bid', '210');
    await confirms('PLACE BID');
    await expectPage('/dashboard/buying');
    await act(async () => browserHistory.navigate(-1));
    await screen.findByRole('button', { name: 'Review Bid' });
    answer.release();
    expect((await toast()).textContent).toContain('Your bid of 210$ is placed.');
    button('Review Bid');
  });

  it('may be unknown: tried again under its own id, it turns out to be placed', async () => {
    const { user, server, reviews, confirms } = await openFlow('buy');
    let bids: UserData['bids'] = [BLANK_ORDER_ROW];
    server.answer('userData', () => userData({ bids }));
    server.answer('bid', ({ body }) => {
      if (server.requestsOf('bid').length > 1) {
        throw refusal('not-yours');
      }
      const placed = {
        id: String(body.id),
        productId: 7,
        name: 'Air Runner Low',
        brand: null,
        thumbnail: '',
      };
      bids = [BLANK_ORDER_ROW, { ...placed, price: 210, size: '9' }];
      throw lostConnection();
    });
    await reviews('Bid', '210');
    await confirms('PLACE BID');
    await pass(2_000);
    const warning = await toast();
    expect(warning.textContent).toContain('we do not know whether your order was placed');
    await user.click(within(warning).getByRole('button', { name: 'Try again' }));
    await screen.findByText('This order has already been placed: you will find it on your dashboard.');
    await pass(SETTLED_MS);
    expect(button('PLACE BID').disabled).toBe(true);
    expect(new Set(server.requestsOf('bid').map(({ body }) => body.id)).size).toBe(1);
  });
});

describe('an order that is left for the settings', () => {
  it.each([
    ['ada', 1],
    ['bob', 0],
  ])('is offered on Home to its own user only: %s', async (userId, cards) => {
    const { user } = await openFlow('sell');
    await user.click(await screen.findByRole('link', { name: 'EDIT payout' }));
    cleanup();
    openPage(() => <UnfinishedOrderCard />, { userId });
    expect(screen.queryAllByRole('link', { name: 'Continue your ask' })).toHaveLength(cards);
  });
});

describe('a price far from the market', () => {
  it('is confirmed by holding the button for a second, with a finger or a key', async () => {
    const { user } = await openFlow('sell', { product: productDetail({ bids: [] }) });
    const price = await screen.findByRole('textbox', { name: 'Enter Ask' });
    await screen.findByText('Payout Method: Active');
    await user.clear(price);
    await user.type(price, '24');
    await user.click(button('Review Ask'));
    const held = button('Continue with 24$');
    const finger = { isPrimary: true, button: 0 };
    fireEvent.pointerDown(held, finger);
    screen.getByText('Keep holding …');
    await pass(900);
    fireEvent.pointerLeave(held);
    await pass(200);
    screen.getByText('Or hold the button for a second.');
    fireEvent.keyDown(held, { key: ' ' });
    await pass(500);
    fireEvent.keyDown(held, { key: ' ', repeat: true });
    await pass(400);
    fireEvent.keyUp(held, { key: ' ' });
    // A short press asks for the price.
    screen.getByText('Type 24 to confirm 24$, or change the price.');
    fireEvent.keyDown(held, { key: 'Enter', repeat: true });
    await pass(1_100);
    screen.getByRole('dialog', { name: 'Really 24$?' });
    fireEvent.keyDown(held, { key: 'Enter' });
    await pass(1_000);
    await screen.findByRole('heading', { name: 'Review Ask' });
  });

  it('is confirmed by typing it again, which the order says', async () => {
    const { user, server } = await openFlow('sell', { product: productDetail({ bids: [] }) });
    const price = await screen.findByRole('textbox', { name: 'Enter Ask' });
    await screen.findByText('Payout Method: Active');
    await user.clear(price);
    await user.type(price, '24');
    await user.click(button('Review Ask'));
    await user.click(button('Continue with 24$'));
    screen.getByText('Type 24 to confirm 24$, or change the price.');
    const again = screen.getByRole('textbox', { name: 'If you mean it, type the price again' });
    expect(document.activeElement).toBe(again);
    await user.type(again, '24.0{Enter}');
    screen.getByText('Type 24 to confirm 24$, or change the price.');
    await user.clear(again);
    await user.type(again, '24{Enter}');
    await screen.findByRole('heading', { name: 'Review Ask' });
    server.answer('ask', 'Your ask of 24$ is placed.');
    for (const box of screen.getAllByRole('checkbox')) {
      await user.click(box);
    }
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    await waitFor(() => expect(server.requestsOf('ask')).toHaveLength(1));
    expect(server.requestsOf('ask')[0]?.body).toMatchObject({ price: 24, confirmedPrice: 24 });
  });
});
