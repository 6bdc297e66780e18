import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BuyPage, SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { lostConnection, refusal } from './support/fake-server.js';
import { button, expectPage, openPage, pass, startServer } from './support/open-page.js';

/** Long enough for a button that replaces another one. */
const SETTLED_MS = 1_500;

function startMarket() {
  const server = startServer();
  server.answer('productHistory', []);
  server.answer('product', [productDetail()]);
  server.answer('userData', userData());
  server.answer('emailProof', { email: 'ada@example.com', isProved: true });
  return server;
}

const BOOK = { product: 7, size: '9', seq: 1, lowestAsk: 240, highestBid: 200, asks: 1, bids: 1 };

/** The review of an ask of 245$. */
async function openAskReview() {
  const server = startMarket();
  const page = openPage(SellPage, { at: '/sell/7?size=9', path: '/sell/:id', userId: 'ada' });
  const price = await screen.findByRole('textbox', { name: 'Enter Ask' });
  await screen.findByText('Payout Method: Active');
  await page.user.clear(price);
  await page.user.type(price, '245{Enter}');
  await screen.findByRole('heading', { name: 'Review Ask' });
  return { ...page, server };
}

/** The review of a purchase for 240$. */
async function openPurchaseReview() {
  const server = startMarket();
  const page = openPage(BuyPage, {
    at: '/buy/7?size=9',
    path: '/buy/:id',
    userId: 'ada',
    state: { bid: false },
  });
  await screen.findByText('Long Street');
  await page.user.click(button('Review Buy'));
  await screen.findByRole('heading', { name: 'Review Order' });
  return { ...page, server };
}

async function tickBoth(user: Awaited<ReturnType<typeof openAskReview>>['user']) {
  for (const box of screen.getAllByRole('checkbox')) {
    await user.click(box);
  }
}

type Opened = Awaited<ReturnType<typeof openAskReview>>;

/** The best prices of size 9 move. */
async function moveMarket({ server, tell }: Opened, lowestAsk: number, highestBid: number) {
  server.answer('product', [
    productDetail({
      asks: lowestAsk === 0 ? [] : [{ id: 'a9', size: '9', price: lowestAsk }],
      bids: highestBid === 0 ? [] : [{ id: 'b9', size: '9', price: highestBid }],
    }),
  ]);
  const data = { product: 7, size: '9', seq: 9, lowestAsk, highestBid, asks: 1, bids: 1 };
  await tell({ name: 'book', data });
  await pass(1_000);
}

describe('the review of an ask', () => {
  it('shows the price, the prompt and the payout', async () => {
    await openAskReview();
    screen.getByText('Please confirm your ask details below');
    screen.getByText('Your ask price');
    screen.getByText('245$');
    screen.getByText('PayPal');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review Ask' }));
  });

  it('is sent with the lifetime that was chosen in the panel, by default 30 days', async () => {
    const { user, server } = await openAskReview();
    server.answer('ask', 'Your ask of 245$ is placed.');
    screen.getByText('Your ask expires after 30 days.');
    await user.click(button('Back'));
    await user.click(await screen.findByRole('radio', { name: '7 days' }));
    await user.click(button('Review Ask'));
    await screen.findByText('Your ask expires after 7 days.');
    await pass(SETTLED_MS);
    await tickBoth(user);
    await user.click(button('CONFIRM ASK'));
    await waitFor(() =>
      expect(server.requestsOf('ask')[0]?.body).toMatchObject({ price: 245, expiresIn: 7 }),
    );
  });

  it('is sent with the choice whether it is listed again, once deals have started, by default yes', async () => {
    markDealsStarted();
    const { user, server } = await openAskReview();
    server.answer('ask', 'Your ask of 245$ is placed.');
    screen.getByText('If the buyer does not pay, the pair is listed again.');
    await user.click(button('Back'));
    const choice = () =>
      screen.findByRole<HTMLInputElement>('checkbox', { name: 'List it again if the buyer does not pay' });
    expect((await choice()).checked).toBe(true);
    await user.click(await choice());
    await user.click(button('Review Ask'));
    await screen.findByText('If the buyer does not pay, the pair is not listed again.');
    await user.click(button('Back'));
    expect((await choice()).checked).toBe(false);
    await user.click(button('Review Ask'));
    await pass(SETTLED_MS);
    await tickBoth(user);
    await user.click(button('CONFIRM ASK'));
    await waitFor(() =>
      expect(server.requestsOf('ask')[0]?.body).toMatchObject({ price: 245, relist: false }),
    );
  });

  it('says nothing about listing it again before deals have started', async () => {
    const { user, server } = await openAskReview();
    server.answer('ask', 'Your ask of 245$ is placed.');
    expect(screen.queryByText(/listed again/)).toBeNull();
    await pass(SETTLED_MS);
    await tickBoth(user);
    await user.click(button('CONFIRM ASK'));
    await waitFor(() => expect(server.requestsOf('ask')).toHaveLength(1));
    expect(server.requestsOf('ask')[0]?.body).not.toHaveProperty('relist');
  });

  it('can be confirmed once both boxes are ticked, and names the reason before', async () => {
    const { user } = await openAskReview();
    await pass(SETTLED_MS);
    const boxes = within(screen.getByRole('group', { name: 'Final checks' })).getAllByRole('checkbox');
    expect(boxes).toHaveLength(2);
    screen.getByText('Tick both boxes first.');
    await user.click(
      screen.getByRole('checkbox', { name: 'My sneakers are new, unworn with the original, undamaged box.' }),
    );
    expect(button('CONFIRM ASK').disabled).toBe(true);
    await user.click(
      screen.getByRole('checkbox', {
        name: 'I will ship within 2 business days of sale to avoid penalties.',
      }),
    );
    expect(button('CONFIRM ASK').disabled).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: /^I will ship/ }));
    expect(button('CONFIRM ASK').disabled).toBe(true);
  });

  it('ignores a press right after it opened, which was meant for the button before it', async () => {
    const { user, server } = await openAskReview();
    await tickBoth(user);
    expect(button('CONFIRM ASK').disabled).toBe(true);
    await pass(SETTLED_MS);
    expect(button('CONFIRM ASK').disabled).toBe(false);
    expect(server.requestsOf('ask')).toEqual([]);
  });

  it('posts the ask once and leads to the dashboard without waiting', async () => {
    const { user, server } = await openAskReview();
    const answer = server.answerLater('ask', 'Your ask of 245$ is placed.');
    await tickBoth(user);
    await pass(SETTLED_MS);
    // The second press comes before the page has changed.
    const confirm = button('CONFIRM ASK');
    await act(async () => {
      confirm.click();
      confirm.click();
    });
    await expectPage('/dashboard/selling');
    expect(server.requestsOf('ask').map(({ body }) => body)).toEqual([
      expect.objectContaining({ uid: 'ada', name: 'Air Runner Low', price: 245, size: '9' }),
    ]);
    expect(screen.queryByRole('alert')).toBeNull();
    answer.release();
    expect((await screen.findByRole('alert')).textContent).toContain('Your ask of 245$ is placed.');
  });

  it('goes back to the panel with its price', async () => {
    const { user } = await openAskReview();
    await user.click(button('Back'));
    const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enter Ask' });
    expect(price.value).toBe('245');
  });

  it('is blocked by a bid that the ask would sell to, and offers to sell to it', async () => {
    const opened = await openAskReview();
    await tickBoth(opened.user);
    await moveMarket(opened, 260, 250);
    await pass(SETTLED_MS);
    within(screen.getByRole('status')).getByText(
      'There is now a bid of 250$: your ask would sell to it at once.',
    );
    screen.getByText('This order can no longer be placed: see above.');
    expect(button('CONFIRM ASK').disabled).toBe(true);
    await opened.user.click(button('Use 250$ instead'));
    await screen.findByRole('heading', { name: 'Review Sale' });
    screen.getByText('Your sale price');
  });

  it('shows why an ask was refused, and leads back to its review', async () => {
    const { user, server } = await openAskReview();
    server.answer('ask', refusal('too-many-orders'));
    await tickBoth(user);
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    await expectPage('/dashboard/selling');
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('You have reached the limit of open orders');
    await user.click(within(warning).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Review Ask' });
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
      true,
      true,
    ]);
  });

  it('sends the same ask again until a response arrives, under the same id', async () => {
    const { user, server } = await openAskReview();
    let attempts = 0;
    server.answer('ask', () => {
      attempts += 1;
      if (attempts < 3) {
        throw lostConnection();
      }
      return 'Your ask of 245$ is placed.';
    });
    await tickBoth(user);
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    await pass(2_000);
    expect((await screen.findByRole('alert')).textContent).toContain('Your ask of 245$ is placed.');
    const ids = server.requestsOf('ask').map(({ body }) => body.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('the review of a purchase', () => {
  it('shows three fixed conditions, which do not gate it', async () => {
    await openPurchaseReview();
    screen.getByText('Please confirm your purchase details below');
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual(Array(3).fill([true, true]));
    for (const name of ['New & Unworn', 'In Original Box', 'PerkeX Verified']) {
      screen.getByRole('checkbox', { name });
    }
    await pass(SETTLED_MS);
    expect(button('PLACE ORDER').disabled).toBe(false);
    button('BACK');
  });

  it('is blocked once the lowest ask is higher', async () => {
    const opened = await openPurchaseReview();
    await moveMarket(opened, 255, 200);
    await screen.findByText('The lowest ask has risen to 255$: there are no more sellers at 240$.');
    await pass(SETTLED_MS);
    expect(button('PLACE ORDER').disabled).toBe(true);
  });

  it('is blocked once no ask is left', async () => {
    const opened = await openPurchaseReview();
    await moveMarket(opened, 0, 200);
    await screen.findByText('There is no ask left to buy from.');
    expect(screen.queryByRole('button', { name: /instead/ })).toBeNull();
    await opened.user.click(button('Change your price'));
    await screen.findByRole('textbox', { name: 'Enter Bid' });
  });

  it('is not blocked by a lower ask, which it would buy', async () => {
    const opened = await openPurchaseReview();
    await moveMarket(opened, 230, 200);
    await screen.findByText('The lowest ask has fallen to 230$: you would buy at that price.');
    await pass(SETTLED_MS);
    expect(button('PLACE ORDER').disabled).toBe(false);
  });

  it('posts the price as a limit, with a date', async () => {
    const { user, server } = await openPurchaseReview();
    server.answer('buy', 'Bought for 240$.');
    await pass(SETTLED_MS);
    await user.click(button('PLACE ORDER'));
    await expectPage('/dashboard/buying');
    await waitFor(() => expect(server.requestsOf('buy')).toHaveLength(1));
    expect(server.requestsOf('buy')[0]?.body).toMatchObject({
      price: 240,
      size: '9',
      date: expect.stringMatching(/Z$/),
    });
  });

  it('says that a user whose session has ended can continue after the login', async () => {
    const { user, server } = await openPurchaseReview();
    server.answer('buy', refusal('not-signed-in'));
    await pass(SETTLED_MS);
    await user.click(button('PLACE ORDER'));
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('Your order was not placed. You can continue it after logging in.');
  });
});

describe('a price that has become doubtful', () => {
  it('during the review is confirmed by typing it again', async () => {
    const opened = await openAskReview();
    const { user, server } = opened;
    await tickBoth(user);
    server.answer('ask', 'Your ask of 245$ is placed.');
    const sale = { id: 's1', size: '9', price: 500, date: '2026-11-01T00:00:00Z' };
    server.answer('product', [productDetail({ lastsales: [sale] })]);
    await opened.tell({ name: 'book', data: { ...BOOK, seq: 9 } });
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    const dialog = screen.getByRole('dialog', { name: 'Really 245$?' });
    expect(dialog.textContent).toContain('Last sale of size 9500$');
    expect(server.requestsOf('ask')).toEqual([]);
    await user.type(within(dialog).getByRole('textbox'), '245{Enter}');
    await waitFor(() => expect(server.requestsOf('ask')).toHaveLength(1));
    expect(server.requestsOf('ask')[0]?.body).toMatchObject({ price: 245, confirmedPrice: 245 });
  });

  it('to the server alone is confirmed in the review that its refusal leads to', async () => {
    const { user, server } = await openAskReview();
    await tickBoth(user);
    const detail = '245$ is 30 % or more below the last sale of size 9, 500$.';
    server.answer('ask', refusal('price-unconfirmed', { detail }));
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    await screen.findByText(detail);
    server.answer('ask', 'Your ask of 245$ is placed.');
    await user.click(button('Try again'));
    await screen.findByRole('heading', { name: 'Review Ask' });
    await pass(SETTLED_MS);
    await user.click(button('CONFIRM ASK'));
    const dialog = screen.getByRole('dialog', { name: 'Really 245$?' });
    await user.type(within(dialog).getByRole('textbox'), '245{Enter}');
    await waitFor(() => expect(server.requestsOf('ask')).toHaveLength(2));
    expect(server.requestsOf('ask').map(({ body }) => body.confirmedPrice)).toEqual([null, 245]);
  });
});
