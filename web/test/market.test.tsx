import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MarketPage } from '../src/market/market-page.js';
import { FakeIntersections } from './support/fake-intersections.js';
import { refusal } from './support/fake-server.js';
import { openPage, pass, startServer } from './support/open-page.js';

const SALES = [1, 2, 3, 4, 5, 6].map((number) => ({
  id: `00000000-0000-7000-8000-00000000000${9 - number}`,
  product: number,
  name: `Air Runner ${number}`,
  thumbnail: `/drawings/${number}.svg`,
  brand: 'Air',
  size: '9',
  price: 200 + number,
  change: null,
  isOdd: false,
  date: '2026-01-01T00:00:00Z',
}));
const NO_MOVERS = {
  mostSold: [],
  largestRise: [],
  largestFall: [],
  largestPremium: [],
  narrowestSpread: [],
};

describe('the market', () => {
  it('loads again after a failure, automatically and on request', async () => {
    const server = startServer();
    const intersections = new FakeIntersections();
    for (const name of ['market', 'marketIndex', 'tape'] as const) {
      server.answer(name, refusal('busy'));
    }
    const { user } = openPage(MarketPage, { at: '/market' });
    await screen.findByText('The movers could not be loaded.');
    await screen.findByText('The newest sales could not be loaded.');
    await intersections.show(screen.getByRole('region', { name: 'History' }));
    await screen.findByText('The history could not be loaded.');
    server.answer('market', NO_MOVERS);
    server.answer('marketIndex', { value: null, change: null, lastClose: null, points: [] });
    server.answer('tape', { sales: SALES, next: null });
    const heading = screen.getByRole('heading', { name: 'Newest sales' });
    const newest = within(heading.closest('section') as HTMLElement);
    await user.click(newest.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(newest.getAllByRole('listitem')).toHaveLength(5));
    await pass(5_000);
    await screen.findByText('Nothing was sold in this time.');
  });
});
