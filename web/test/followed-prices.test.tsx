import type { Browse } from '@perkex/contract/finding.js';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FoundProducts } from '../src/browse/found-products.js';
import { useBrowse } from '../src/browse/use-browse.js';
import { FakeIntersections } from './support/fake-intersections.js';
import { openPage, pass, startServer } from './support/open-page.js';

/** Cards in sight for less are scrolled past. */
const SETTLED_MS = 400;
/** Jitter, lag of the cached response, and the read. */
const READ_MS = 600;

function BrowsedCards() {
  const { filters, query } = useBrowse();
  return <FoundProducts filters={filters} query={query} />;
}

function browseAnswer(lowestAsk: number, page = 1, pages = 1): Browse {
  const first = page * 10;
  return {
    count: 2 * pages,
    page,
    pages,
    products: [first, first + 1].map((id) => ({
      id,
      name: `Sneaker ${id}`,
      thumbnail: `/drawings/${id}.svg`,
      lowestAsk,
      lastSale: 0,
      change: null,
    })),
    facets: { brand: [], model: [], kind: [], size: [], colour: [], year: [] },
    prices: null,
    belowRetail: 0,
    unknown: [],
    loosen: [],
    isClose: false,
  };
}

const card = (id: number) => screen.getByRole('link', { name: new RegExp(`Sneaker ${id}\\b`) });

/** The element that is in or out of sight. */
function placeOf(id: number): Element {
  const place = card(id).closest('li');
  if (place === null) {
    throw new Error(`Sneaker ${id} is in no list.`);
  }
  return place;
}

const bookChange = (product: number) =>
  ({
    name: 'book',
    data: { product, size: '9', seq: 2, lowestAsk: 90, highestBid: 0, asks: 1, bids: 0 },
  }) as const;

/** Two cards at 100$, both out of sight. */
async function openCards() {
  const server = startServer();
  const intersections = new FakeIntersections();
  server.answer('browse', browseAnswer(100));
  const page = openPage(BrowsedCards, { at: '/browse' });
  await screen.findByText('Sneaker 10');
  const reads = () => server.requestsOf('browse').length - 1;
  return { ...page, server, intersections, reads };
}

describe('the prices of cards', () => {
  it('are read again after a change of a product in sight', async () => {
    const { server, intersections, tell, reads } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    server.answer('browse', browseAnswer(90));
    await tell(bookChange(10));
    await pass(READ_MS);
    expect(card(10).textContent).toContain('90$');
    expect(reads()).toBe(1);
  });

  it('are read again after a sale of a product in sight has become void', async () => {
    const { intersections, tell, reads } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    await tell({ name: 'void', data: { id: 'a', product: 10, size: '9' } });
    await pass(READ_MS);
    expect(reads()).toBe(1);
  });

  it('are not read for products out of sight', async () => {
    const { intersections, tell, reads } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    await tell(bookChange(11));
    await pass(READ_MS);
    expect(reads()).toBe(0);
  });

  it('are not read for cards that are scrolled past, or that have left', async () => {
    const { intersections, tell, reads } = await openCards();
    await intersections.show(placeOf(11));
    await pass(100);
    await intersections.hide(placeOf(11));
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    await intersections.hide(placeOf(10));
    await pass(SETTLED_MS);
    await tell(bookChange(10));
    await tell(bookChange(11));
    await pass(READ_MS);
    expect(reads()).toBe(0);
  });

  it('are read once more if a change comes during a read, whose response may be older', async () => {
    const { server, intersections, tell } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    const slow = server.answerLater('browse', browseAnswer(90));
    await tell(bookChange(10));
    await pass(READ_MS);
    server.answer('browse', browseAnswer(80));
    await tell(bookChange(10));
    slow.release();
    await pass(100);
    expect(card(10).textContent).toContain('90$');
    await pass(2_000);
    expect(card(10).textContent).toContain('80$');
  });

  it('are read again if a change comes just before a read, whose response may still be the old one', async () => {
    const { server, intersections, tell } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    await tell(bookChange(10));
    // The wait of the first change is almost over.
    await pass(240);
    await tell(bookChange(10));
    await pass(250);
    server.answer('browse', browseAnswer(90));
    await pass(2_000);
    expect(card(10).textContent).toContain('90$');
  });

  it('are read at most about once a second, however often they change', async () => {
    const { intersections, tell, reads } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    for (let change = 0; change < 40; change++) {
      await tell(bookChange(10));
      await pass(100);
    }
    await pass(3_000);
    expect(reads()).toBeGreaterThan(1);
    expect(reads()).toBeLessThan(6);
  });

  it('are read for the pages in sight after events may have been missed', async () => {
    const { server, intersections, tell } = await openCards();
    await intersections.show(placeOf(10));
    await pass(SETTLED_MS);
    server.answer('browse', browseAnswer(70));
    await tell({ name: 'reset', data: { isOwn: false } });
    await pass(READ_MS);
    expect(card(11).textContent).toContain('70$');
  });
});

describe('the pages of cards', () => {
  async function openTwoPages() {
    const server = startServer();
    const intersections = new FakeIntersections();
    server.answer('browse', ({ query }) => browseAnswer(100, Number(query.get('page') ?? 1), 2));
    const page = openPage(BrowsedCards, { at: '/browse' });
    await screen.findByText('Sneaker 10');
    const end = screen.getByRole('list').nextElementSibling;
    return { ...page, server, intersections, end: end as Element };
  }

  it('load when the end is near', async () => {
    const { intersections, end, server } = await openTwoPages();
    expect(screen.queryByText('Sneaker 20')).toBeNull();
    await intersections.show(end);
    await screen.findByText('Sneaker 20');
    screen.getByText('Sneaker 10');
    expect(server.requestsOf('browse')).toHaveLength(2);
  });

  it('offer another attempt after a failure', async () => {
    const { intersections, end, server, user } = await openTwoPages();
    server.answer('browse', () => {
      throw new TypeError('Failed to fetch');
    });
    await intersections.show(end);
    await pass(3_000);
    await screen.findByText('The next sneakers could not be loaded.');
    server.answer('browse', browseAnswer(100, 2, 2));
    await user.click(screen.getByRole('button', { name: /again/i }));
    await screen.findByText('Sneaker 20');
  });
});
