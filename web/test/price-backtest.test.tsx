import type { HistoryBucket } from '@perkex/contract/figures.js';
import { addDays, dayAt } from '@perkex/core/figures/days.js';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { useAnnouncement } from '../src/live/announce.js';
import { browserHistory } from '../src/routing/history.js';
import { BuyPage, SellPage } from '../src/trade/trade-page.js';
import { productDetail, userData } from './support/data.js';
import { openPage, pass, startServer } from './support/open-page.js';

let announced: string[];

beforeEach(() => {
  announced = [];
  onTestFinished(
    useAnnouncement.subscribe(({ sentence }) => {
      if (sentence.startsWith('At ')) {
        announced.push(sentence);
      }
    }),
  );
});

/** A sale at 201$, 202$, … 210$ and one 20$ above it in each of the last ten weeks, the oldest first. */
function tenWeeks(): HistoryBucket[] {
  return Array.from({ length: 10 }, (_, week) => ({
    start: addDays(dayAt(Date.now()), 7 * week - 70),
    open: 201 + week,
    low: 201 + week,
    high: 221 + week,
    close: 221 + week,
    average: 211 + week,
    sales: 2,
  }));
}

async function openPanel(side: 'buy' | 'sell', history: HistoryBucket[]) {
  const server = startServer();
  server.answer('product', [productDetail()]);
  server.answer('userData', userData());
  const loading = server.answerLater('productHistory', history);
  const Page = side === 'buy' ? BuyPage : SellPage;
  const page = openPage(Page, { at: `/${side}/7?size=9`, path: `/${side}/:id`, userId: 'ada' });
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: /Enter (Bid|Ask)/ });
  expect(screen.queryByText(/filled within/)).toBeNull();
  await act(async () => loading.release());
  const type = async (text: string) => {
    await page.user.clear(price);
    await page.user.type(price, text);
  };
  return { ...page, server, price, type };
}

it('a bid says what its price would have done, from one response for all prices', async () => {
  const { price, type, server } = await openPanel('buy', tenWeeks());
  await type('205');
  const sentence = await screen.findByText('At 205$: filled within 7 days in 5 of the last 10 weeks');
  expect(price.getAttribute('aria-describedby')?.split(' ')).toContain(sentence.closest('p')?.id);
  await type('208');
  screen.getByText('At 208$: filled within 7 days in 8 of the last 10 weeks');
  // In strict mode, React mounts each component twice.
  expect(new Set(server.requestsOf('productHistory').map(({ query }) => String(query)))).toEqual(
    new Set(['size=9&range=3M']),
  );
  expect(server.requestsOf('productHistory')).toHaveLength(2);
});

it('an ask is compared the other way round', async () => {
  const { type } = await openPanel('sell', tenWeeks());
  await type('228');
  await screen.findByText('At 228$: filled within 7 days in 3 of the last 10 weeks');
});

it('it is announced once, after a pause in typing', async () => {
  const { type } = await openPanel('buy', tenWeeks());
  await screen.findByText(/^At 200\$/);
  await pass(6_000);
  expect(announced).toEqual([]);
  await type('208');
  await pass(1_000);
  expect(announced).toEqual([]);
  // Other sentences of the panel may come first.
  await pass(6_000);
  expect(announced).toEqual(['At 208$: filled within 7 days in 8 of the last 10 weeks']);
});

it('the live region is emptied when the panel closes', async () => {
  const { type } = await openPanel('buy', tenWeeks());
  await pass(6_000);
  await type('208');
  // Other sentences of the panel may come first.
  await pass(6_000);
  expect(useAnnouncement.getState().sentence).toMatch(/^At 208\$/);
  await act(async () => browserHistory.navigate('/'));
  expect(screen.queryByText(/^At 208\$/)).toBeNull();
  expect(useAnnouncement.getState().sentence).toBe('');
});

it('it is silent without a price, and when one buys now', async () => {
  const { user, type } = await openPanel('buy', tenWeeks());
  await type('205');
  await screen.findByText(/^At 205\$/);
  await type('0');
  expect(screen.queryByText(/^At /)).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Buy Now' }));
  expect(screen.queryByText(/^At /)).toBeNull();
});

it('it is silent with too few sales', async () => {
  await openPanel('buy', tenWeeks().slice(7));
  await pass(1_000);
  expect(screen.queryByText(/^At /)).toBeNull();
});

it('its definition is a link, from which the typed price comes back', async () => {
  const { user, type } = await openPanel('buy', tenWeeks());
  await type('205');
  await user.click(await screen.findByRole('link', { name: /^At 205\$: filled/ }));
  await screen.findByRole('heading', { name: /^The page \/help\/how-it-works/ });
  await act(async () => browserHistory.navigate(-1));
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Enter Bid' });
  expect(price.value).toBe('205');
});
