import type { FoundPair } from '@perkex/contract/order-pairs.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BulkPage } from '../src/dashboard/bulk/bulk-page.js';
import { userData } from './support/data.js';
import { markDealsStarted } from './support/deals.js';
import { lostConnection } from './support/fake-server.js';
import { button, openPage, startServer } from './support/open-page.js';

const PATH = '/dashboard/selling/bulk';
const RUNNER: FoundPair = {
  ...{ id: 7, name: 'Air Runner Low', brand: 'Air', thumbnail: '/drawings/7.svg' },
  ...{ trades: true, hasSize: true, highestBid: 200, lowestAsk: 240 },
};

const textOf = ({ textContent }: Element) => textContent;
/** The page with this table, whose pairs the market knows. */
async function openTable(table: string, found: readonly (FoundPair | 'several' | null)[]) {
  const server = startServer();
  server.answer('userData', userData());
  const level = { level: 2, minSales: 6, transactionFee: 9, sales: 6, until: '2027-01-01', next: null };
  server.answer('sellerLevel', level);
  server.answer('orderPairs', { pairs: [...found] });
  const page = openPage(BulkPage, { at: PATH, userId: 'ada' });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Your table' }), { target: { value: table } });
  await page.user.click(button('Check the table'));
  return { ...page, server };
}

describe('the preview of a table', () => {
  it('shows each pair, what sells at once, and what the seller gets', async () => {
    markDealsStarted();
    await openTable('A\t9\t250\t30\nA\t9\t190\nA\t9\t180', [RUNNER, RUNNER, RUNNER]);
    const table = await screen.findByRole('table', { name: 'Pairs' });
    screen.getByText(/3 rows can be listed. 2 of them sell at once. Nothing is placed yet./);
    const [, first, second, third] = within(table).getAllByRole('row').map(textOf);
    expect(first).toMatch(/Air Runner LowSize 9.*Row 130 days.*250\$/);
    await within(table).findByText(/^211\.00\$/); // at the seller's own level
    expect(second).toContain('Sells at once for 200$.');
    expect(third).toContain('May sell at once, if there is another bid.');
    expect(document.activeElement?.textContent).toBe('Preview');
  });

  it('has a sentence for each bad row, and places nothing until the seller says so', async () => {
    const { user, server } = await openTable('A,9,250\nB,9,250\nC,9,250\nD,9,250\nE,99,250\nF,9,cheap', [
      RUNNER,
      null,
      'several',
      { ...RUNNER, trades: false },
      { ...RUNNER, hasSize: false },
    ]);
    const mistakes = await screen.findByRole('list', { name: 'Rows with mistakes' });
    expect(within(mistakes).getAllByRole('listitem').map(textOf)).toEqual([
      'Row 2: no sneaker has the style code or number “B”.',
      'Row 3: several sneakers match “C”. Use the number in the address of its page, such as #12.',
      'Row 4: Air Runner Low cannot be traded now.',
      'Row 5: Air Runner Low has no size “99”.',
      'Row 6: “cheap” is not a price in dollars.',
    ]);
    expect(server.requestsOf('orderBatch')).toEqual([]);
    server.answer('orderBatch', { answers: [{ answer: 'Your ask is placed.' }] });
    await waitFor(() => expect(button('Place the good ones (1)')).toHaveProperty('disabled', false));
    await user.click(button('Place the good ones (1)'));
    await screen.findByText('1 ask was placed or sold.');
    expect(server.requestsOf('orderBatch')[0]?.body).toMatchObject({
      uid: 'ada',
      commands: [{ call: 'ask', name: 'Air Runner Low', size: '9', price: 250 }],
    });
  });

  it('of 500 bad rows has 500 sentences and no button to place any', async () => {
    await openTable('A,9,cheap\n'.repeat(500), []);
    const mistakes = await screen.findByRole('list', { name: 'Rows with mistakes' });
    expect(within(mistakes).getAllByRole('listitem')).toHaveLength(500);
    expect(screen.getByText('No row can be listed. 500 rows cannot. Nothing is placed yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Place/ })).toBeNull();
  });

  it('asks about prices far below the market first', async () => {
    const { user, server } = await openTable('A,9,24', [{ ...RUNNER, highestBid: 0 }]);
    await screen.findByText('Far below the market: 240$.');
    await user.click(button('Place 1 ask'));
    await screen.findByText('Type 24 to confirm 24$, or change the price.');
    expect(server.requestsOf('orderBatch')).toEqual([]);
    server.answer('orderBatch', { answers: [{ answer: 'Your ask is placed.' }] });
    await user.type(screen.getByRole('textbox', { name: /far below the market/ }), '24{Enter}');
    await screen.findByText('1 ask was placed or sold.');
    expect(server.requestsOf('orderBatch')[0]?.body).toMatchObject({ commands: [{ confirmedPrice: 24 }] });
  });

  it('asks about a price that only the server finds far below the market, and sends it again', async () => {
    const { user, server } = await openTable('A,9,250', [RUNNER]);
    const detail = '250$ is 30 % or more below the last sale of size 9, 900$.';
    server.answer('orderBatch', {
      answers: [{ problem: { status: 409, code: 'price-unconfirmed', detail } }],
    });
    await waitFor(() => expect(button('Place 1 ask')).toHaveProperty('disabled', false));
    await user.click(button('Place 1 ask'));
    await screen.findByText(`Row 1: ${detail}`);
    server.answer('orderBatch', { answers: [{ answer: 'Your ask is placed.' }] });
    await user.type(screen.getByRole('textbox', { name: /far below the market/ }), '250');
    await user.click(button('Place 1 ask all the same'));
    await screen.findByText('1 ask was placed or sold.');
    const [first, second] = server.requestsOf('orderBatch').map(({ body }) => body);
    expect(first).toMatchObject({ commands: [{ price: 250, confirmedPrice: null }] });
    expect(second).toMatchObject({ commands: [{ price: 250, confirmedPrice: 250 }] });
  });

  it('once placed shows an answer for each row, and sends it again under the same ids', async () => {
    const { user, server } = await openTable('A,9,250\nA,9,260', [RUNNER, RUNNER]);
    const busy = { status: 503, code: 'busy', detail: 'The market is busy.' };
    server.answer('orderBatch', { answers: [{ answer: 'Your ask of 250$ is placed.' }, { problem: busy }] });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Place 2 asks' })).toHaveProperty('disabled', false),
    );
    await user.click(button('Place 2 asks'));
    await screen.findByText('1 ask was placed or sold. 1 ask was not.');
    expect(screen.getByText('Row 2: The market is busy.')).toBeDefined();
    expect(screen.getByText('Your ask of 250$ is placed.')).toBeDefined();
    server.answer('orderBatch', { answers: [{ answer: 'one' }, { answer: 'two' }] });
    await user.click(button('Send again'));
    await screen.findByText('2 asks were placed or sold.');
    const [first, second] = server.requestsOf('orderBatch').map(({ body }) => body);
    expect(second).toEqual(first);
    await user.click(button('List more'));
    expect(screen.getByRole('textbox', { name: 'Your table' })).toHaveProperty('value', '');
  });
});

it('pairs that are being placed stay so while another tab is open', async () => {
  const { user, server } = await openTable('A,9,250', [RUNNER]);
  const placed = server.answerLater('orderBatch', { answers: [{ answer: 'Your ask of 250$ is placed.' }] });
  await waitFor(() => expect(button('Place 1 ask')).toHaveProperty('disabled', false));
  await user.click(button('Place 1 ask'));
  await user.click(screen.getByRole('tab', { name: 'Change or remove' }));
  await user.click(screen.getByRole('tab', { name: 'List pairs' }));
  await screen.findByText('Placing your asks');
  expect(screen.queryByText(/Nothing is placed yet/)).toBeNull();
  expect(button('Correct the table')).toHaveProperty('disabled', true);
  placed.release();
  await screen.findByText('1 ask was placed or sold.');
  expect(server.requestsOf('orderBatch')).toHaveLength(1);
});

describe('a table that was sent without an answer', () => {
  it('cannot be corrected, says that asks may be placed, and is sent again under the same ids', async () => {
    const { user, server } = await openTable('A,9,250', [RUNNER]);
    server.answer('orderBatch', lostConnection());
    await waitFor(() => expect(button('Place 1 ask')).toHaveProperty('disabled', false));
    await user.click(button('Place 1 ask'));
    await screen.findByText(/^No answer arrived. Some of these asks may be placed./, {}, { timeout: 60_000 });
    expect(screen.queryByText(/Nothing is placed yet/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Correct the table' })).toBeNull();
    // Not even another tab of the page forgets it.
    await user.click(screen.getByRole('tab', { name: 'Change or remove' }));
    await user.click(screen.getByRole('tab', { name: 'List pairs' }));
    await screen.findByText(/^No answer arrived/);
    server.answer('orderBatch', { answers: [{ answer: 'Your ask is placed.' }] });
    await waitFor(() => expect(button('Send again')).toHaveProperty('disabled', false));
    await user.click(button('Send again'));
    await screen.findByText('1 ask was placed or sold.');
    const sent = server.requestsOf('orderBatch').map(({ body }) => body);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.filter((body) => JSON.stringify(body) !== JSON.stringify(sent[0]))).toEqual([]);
  });
});
