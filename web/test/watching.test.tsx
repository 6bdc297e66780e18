import type { Watch } from '@perkex/contract/watching.js';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { WatchingPage } from '../src/watching/watching-page.js';
import { button, openPage, pass, SETTLED_MS, startServer } from './support/open-page.js';

function watch(id: number): Watch {
  return {
    id,
    name: `Runner ${id}`,
    brand: null,
    thumbnail: `/drawings/${id}.svg`,
    size: null,
    alert: null,
    lowestAsk: 0,
    highestBid: 0,
    lastSale: 0,
    change: null,
    releaseDate: null,
  };
}

it('a row that was removed does not come back while the list is read again', async () => {
  const server = startServer();
  let read = [watch(1), watch(2)];
  server.answer('watches', () => ({ products: read }));
  server.answer('unwatch', () => {
    read = [watch(2)];
    return 'You no longer watch it.';
  });
  const { user } = openPage(WatchingPage, { at: '/', userId: 'ada' });
  const rows = () => document.querySelectorAll('tbody tr').length;
  await screen.findByText('Runner 1');
  await pass(SETTLED_MS);
  const counts: number[] = [];
  const observer = new MutationObserver(() => counts.push(rows()));
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  await user.click(button('Stop watching Runner 1, all sizes'));
  await waitFor(() => expect(server.requestsOf('watches')).toHaveLength(2));
  await pass(SETTLED_MS);
  expect(rows()).toBe(1);
  expect(new Set(counts)).toEqual(new Set([1]));
});
