import { BLANK_ORDER_ROW, BLANK_SALE_ROW } from '@perkex/contract/user-data.js';
import { NO_VACATION, type Vacation } from '@perkex/contract/vacation.js';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BulkPage } from '../src/dashboard/bulk/bulk-page.js';
import { SellingPage } from '../src/dashboard/selling-page.js';
import { browserHistory } from '../src/routing/history.js';
import { userData } from './support/data.js';
import { DEAL_ID } from './support/deals.js';
import { refusal } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';

const PATH = '/dashboard/selling/bulk';

describe('own asks', () => {
  const ASK = { id: 'c', productId: 7 };
  const ask = (id: string, price: number) => ({
    ...BLANK_ORDER_ROW,
    ...{ id, productId: 7, name: 'Air Runner Low', brand: 'Air', price, size: '9' },
    thumbnail: '/drawings/7.svg',
  });

  async function openAsks() {
    const server = startServer();
    server.answer(
      'userData',
      userData({ asks: [BLANK_ORDER_ROW, ask('a', 240), ask('b', 5), ask('c', 300)] }),
    );
    const page = openPage(BulkPage, { at: PATH, userId: 'ada' });
    await page.user.click(await screen.findByRole('tab', { name: 'Change or remove' }));
    return { ...page, server };
  }

  it('get other prices together, once the seller confirms', async () => {
    const { user, server } = await openAsks();
    await user.click(await screen.findByRole('checkbox', { name: 'Choose all 3 asks' }));
    await user.type(screen.getByRole('textbox', { name: 'Dollars' }), '10');
    await user.click(button('Change 3 asks'));
    await screen.findByText(/2 asks: lower by 10\$\?.*1 ask would have no other valid price and stay\./);
    server.answer('orderBatch', {
      answers: [
        { answer: 'done' },
        { problem: { status: 409, code: 'already-traded', detail: 'This order has already traded.' } },
      ],
    });
    await waitFor(() => expect(button('Change 2 asks')).toHaveProperty('disabled', false));
    await user.click(button('Change 2 asks'));
    await screen.findByText('Done with 1 ask. 1 ask could not be changed.');
    expect(screen.getByText('Air Runner Low, size 9: This order has already traded.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'its sale' }).getAttribute('href')).toContain('list=sales');
    expect(server.requestsOf('orderBatch')[0]?.body.commands).toEqual([
      { call: 'changeOrder', ...ASK, price: 290, confirmedPrice: null },
      { call: 'changeOrder', id: 'a', productId: 7, price: 230, confirmedPrice: null },
    ]);
  });

  it('get a price far from the market only once the seller says so', async () => {
    const { user, server } = await openAsks();
    await user.click(
      await screen.findByRole('checkbox', { name: 'Choose ask: Air Runner Low, size 9, 300$' }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Price' }), 'Set to');
    await user.type(screen.getByRole('textbox', { name: 'Dollars' }), '30');
    await user.click(button('Change 1 ask'));
    const problem = { status: 409, code: 'price-unconfirmed', detail: '30$ is far below the lowest ask.' };
    server.answer('orderBatch', { answers: [{ problem }] });
    await waitFor(() => expect(button('Change 1 ask')).toHaveProperty('disabled', false));
    await user.click(button('Change 1 ask'));
    await screen.findByText('Air Runner Low, size 9: 30$ is far below the lowest ask.');
    server.answer('orderBatch', { answers: [{ answer: 'done' }] });
    await user.click(button('Change 1 ask all the same'));
    await screen.findByText('Type 30 to confirm 30$, or change the price.');
    await user.type(screen.getByRole('textbox', { name: /far below the market/ }), '30{Enter}');
    await screen.findByText('Done with 1 ask.');
    expect(server.requestsOf('orderBatch')[1]?.body.commands).toEqual([
      { call: 'changeOrder', ...ASK, price: 30, confirmedPrice: 30 },
    ]);
  });

  it('that can have no rule are named', async () => {
    const { user, server } = await openAsks();
    const problem = { status: 409, code: 'already-traded', detail: 'This order has already traded.' };
    server.answer('setPriceRules', { answers: [{ answer: 'This ask is kept the lowest.' }, { problem }] });
    await user.click(await screen.findByRole('checkbox', { name: /^Choose ask: .*300\$$/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Choose ask: .*240\$$/ }));
    await user.type(screen.getByRole('textbox', { name: 'Not below' }), '210{Enter}');
    await screen.findByText('Air Runner Low, size 9: This order has already traded.');
    screen.getByText('This ask is kept the lowest. 1 ask could not be changed.');
    expect(screen.getByRole('link', { name: 'its sale' }).getAttribute('href')).toContain('list=sales');
  });

  it('are removed together, once the seller confirms', async () => {
    const { user, server } = await openAsks();
    await user.click(
      await screen.findByRole('checkbox', { name: 'Choose ask: Air Runner Low, size 9, 300$' }),
    );
    await user.click(button('Remove 1 ask'));
    await screen.findByText('Remove 1 ask? It loses its place in the queue.');
    server.answer('orderBatch', { answers: [{ answer: 'Your ask was removed.' }] });
    await waitFor(() => expect(button('Remove 1 ask')).toHaveProperty('disabled', false));
    await user.click(button('Remove 1 ask'));
    await screen.findByText('Done with 1 ask.');
    expect(server.requestsOf('orderBatch')[0]?.body.commands).toEqual([{ call: 'deleteAsk', ...ASK }]);
  });

  it('that are being changed stay so while another tab is open, and a failure replaces what was done', async () => {
    const { user, server } = await openAsks();
    const remove = async () => {
      await user.click(await screen.findByRole('checkbox', { name: /^Choose ask: .*300\$$/ }));
      await user.click(button('Remove 1 ask'));
      await waitFor(() => expect(button('Remove 1 ask')).toHaveProperty('disabled', false));
      await user.click(button('Remove 1 ask'));
    };
    const removed = server.answerLater('orderBatch', { answers: [{ answer: 'Your ask was removed.' }] });
    await remove();
    await user.click(screen.getByRole('tab', { name: 'List pairs' }));
    await user.click(screen.getByRole('tab', { name: 'Change or remove' }));
    expect(await screen.findByRole('checkbox', { name: 'Choose all 3 asks' })).toHaveProperty(
      'disabled',
      true,
    );
    removed.release();
    await screen.findByText('Done with 1 ask.');
    server.answer('orderBatch', refusal('limited-orders'));
    await remove();
    await screen.findByRole('alert');
    expect(screen.queryByText('Done with 1 ask.')).toBeNull();
  });

  it('are kept the lowest down to a floor, and each says what its rule does', async () => {
    const { user, server } = await openAsks();
    server.answer('setPriceRules', { answers: [{ answer: 'This ask is kept the lowest.' }] });
    const from = new Date(Date.now() + 200_000).toISOString();
    const rule = { ...ASK, floor: 210, price: 224, refusal: null, state: 'waits', from } as const;
    server.answer('priceRules', { rules: [rule] });
    await user.click(await screen.findByRole('checkbox', { name: /^Choose ask: .*300\$$/ }));
    await user.type(screen.getByRole('textbox', { name: 'Not below' }), '210');
    await user.click(button('Keep 1 ask the lowest'));
    await screen.findByText('This ask is kept the lowest.');
    const rulesOf = (call: number) => server.requestsOf('setPriceRules')[call]?.body.rules;
    expect(rulesOf(0)).toEqual([{ ...ASK, floor: 210 }]);
    await screen.findByText('Keep the lowest, not below 210$: changes to 224$ in 4 minutes.');
    await user.click(button('End the rule of 1 ask'));
    await waitFor(() => expect(rulesOf(1)).toEqual([{ ...ASK, floor: null }]));
  });

  it('need a choice and whole dollars to change', async () => {
    const { user } = await openAsks();
    await user.click(await screen.findByRole('button', { name: 'Change 0 asks' }));
    expect(screen.getByText('Choose asks first.')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Choose all 3 asks' }));
    await user.type(screen.getByRole('textbox', { name: 'Dollars' }), '1.5');
    await user.click(button('Change 3 asks'));
    expect(screen.getByText('Enter whole dollars.')).toBeDefined();
  });
});

describe('an ask that is removed because its pair was sold elsewhere', () => {
  it.each([
    ['its deal', DEAL_ID, `/dashboard/orders/${DEAL_ID}`],
    ['the sales, without deals', null, '/dashboard/selling?list=sales'],
  ])('warns of a sale here in the same moment, with the way to %s', async (_what, deal, way) => {
    const server = startServer();
    const ask = {
      ...BLANK_ORDER_ROW,
      id: 'a',
      productId: 7,
      name: 'Air Runner Low',
      price: 240,
      size: '9',
      thumbnail: '/drawings/7.svg',
    };
    server.answer('userData', userData({ asks: [BLANK_ORDER_ROW, ask] }));
    server.answer('prices', [0, 0]);
    server.answer('queuePlaces', []);
    server.answer('vacation', NO_VACATION);
    server.answer('deleteAsk', () => {
      server.answer(
        'userData',
        userData({
          sales: [BLANK_SALE_ROW, { ...ask, total: 200, date: '2026-01-01T00:00:00Z', deal }],
        }),
      );
      throw refusal('already-traded');
    });
    const { user } = openPage(SellingPage, { at: '/dashboard/selling', userId: 'ada' });
    const remove = await screen.findByRole('button', { name: 'Remove ask: Air Runner Low, size 9' });
    await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBe('false'));
    await user.click(remove);
    expect((await screen.findByText(/^This pair has just sold here\./)).textContent).toContain(
      'what you can still do',
    );
    expect(screen.queryByText('This order has already traded.')).toBeNull();
    await user.click(button('See the sale'));
    await waitFor(() => expect(browserHistory.location.pathname + browserHistory.location.search).toBe(way));
  });
});

describe('the vacation of a seller', () => {
  const ask = { ...BLANK_ORDER_ROW, id: 'a', productId: 7, name: 'Air Runner Low', price: 240, size: '9' };

  async function openSelling(vacation: Partial<Vacation>) {
    const server = startServer();
    const row = { ...ask, thumbnail: '/drawings/7.svg' };
    server.answer('userData', userData({ asks: [BLANK_ORDER_ROW, row, { ...row, id: 'b' }] }));
    server.answer('prices', [0, 0]);
    server.answer('queuePlaces', []);
    server.answer('vacation', { ...NO_VACATION, ...vacation });
    const at = '/dashboard/selling';
    return { ...openPage(SellingPage, { at, userId: 'ada' }), server };
  }

  it('begins once the seller confirms', async () => {
    const { user, server } = await openSelling({});
    const startedAt = '2026-11-27T12:00:00Z';
    const becomes = (vacation: Partial<Vacation>) => {
      const answer = { ...NO_VACATION, startedAt, ...vacation };
      server.answer('takeVacation', () => {
        server.answer('vacation', answer);
        return answer;
      });
    };
    await user.click(await screen.findByRole('button', { name: 'Pause all asks' }));
    await screen.findByText(/^Pause all 2 asks\?/);
    becomes({ state: 'away', paused: 2 });
    await waitFor(() => expect(button('Pause')).toHaveProperty('disabled', false));
    await user.click(button('Pause'));
    await screen.findByText(
      'You are on vacation: 2 asks are paused and cannot sell. What you list now stays open.',
    );
    expect(server.requestsOf('takeVacation')[0]?.body).toEqual({ uid: 'ada', act: 'start' });
    becomes({ state: 'back', back: 2 });
    await waitFor(() => expect(button('Bring them back')).toHaveProperty('disabled', false));
    await user.click(button('Bring them back'));
    await screen.findByText('2 asks are back, or sold at once to a bid.');
  });

  it('names the asks that could not come back, to try them again or forget them', async () => {
    const refusal = {
      order: 'a',
      name: 'Air Runner Low',
      size: '9',
      price: 240,
      answer: 'Remove an order first.',
    };
    const { user, server } = await openSelling({
      ...{ state: 'back', startedAt: '2026-11-27T12:00:00Z', back: 1, refusedAsks: 1, refusals: [refusal] },
    });
    await screen.findByText('Air Runner Low, size 9, 240$: Remove an order first.');
    expect(button('Try these again')).toBeDefined();
    server.answer('takeVacation', NO_VACATION);
    await user.click(button('Forget these'));
    await screen.findByRole('button', { name: 'Pause all asks' });
    expect(server.requestsOf('takeVacation')[0]?.body).toEqual({ uid: 'ada', act: 'close' });
  });
});
