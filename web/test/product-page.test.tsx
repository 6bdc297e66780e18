import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Figures } from '../src/product/figures.js';
import { PriceHistory } from '../src/product/price-history.js';
import { ProductPage } from '../src/product/product-page.js';
import { SellPage } from '../src/trade/trade-page.js';
import { productDetail, UNKNOWN_FIGURES } from './support/data.js';
import { FakeIntersections } from './support/fake-intersections.js';
import { lostConnection } from './support/fake-server.js';
import { button, openPage, pass, server, startServer } from './support/open-page.js';

let intersections: FakeIntersections;

beforeEach(() => {
  startServer();
  // The parts further down are out of sight.
  intersections = new FakeIntersections();
  server.answer('productFigures', UNKNOWN_FIGURES);
  server.answer('productHistory', []);
  server.answer('productOddSales', []);
  server.answer('productBook', { asks: [], bids: [] });
});

const sale = (id: string, size: string, price: number) => ({
  id,
  size,
  price,
  date: '2026-01-15T12:00:00.000Z',
});

function openProduct(search = '') {
  return openPage(ProductPage, { at: `/product/7${search}`, path: '/product/:id' });
}

const lastSale = () => screen.getByRole('heading', { name: 'Last Sale' }).parentElement?.textContent;

describe('the page of a product', () => {
  it('shows its place in the catalogue by links to Home, its brand and its model line', async () => {
    server.answer('product', [productDetail({ brand: 'Test', model: 'Low Runner' })]);
    openProduct();
    const path = within(await screen.findByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link');
    expect(path.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Test', '/brands/test'],
      ['Low Runner', '/brands/test/low-runner'],
    ]);
  });

  it('shows the last sale of the chosen size, also if only sales of other sizes are newer', async () => {
    server.answer('product', [
      productDetail({
        lastsales: [sale('3', '9', 777)],
        oldersales: [sale('1', '10', 200), sale('2', '10', 300)],
      }),
    ]);
    const { user } = openProduct();
    await screen.findByRole('heading', { name: 'Last Sale' });
    expect(lastSale()).toContain('777$');
    await user.click(button('Size: All'));
    await user.click(await screen.findByRole('button', { name: /^10\b/ }));
    await waitFor(() => expect(lastSale()).toMatch(/^Last Sale300\$.*\+50\.0%.*Size 10/));
  });

  it('shows what is known about the product', async () => {
    const known = {
      name: 'Air Known',
      brand: 'Test',
      retailPrice: 119.5,
      releaseDate: '2022-11-19',
      styleCode: 'DZ5485-612',
      model: 'Air',
      nickname: 'Known / Familiar',
      kind: 'grade school',
      description: 'A shoe with a description.',
    } as const;
    server.answer('product', [productDetail(known)]);
    openProduct();
    const facts = await screen.findByRole('region', { name: 'Details' });
    const rows = [...facts.querySelectorAll('dl > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ['Brand', 'Test'],
      ['Model', 'Air'],
      ['Also known as', 'Familiar'],
      ['Made for', 'grade school'],
      ['Style code', 'DZ5485-612'],
      ['Release date', '19 Nov 2022'],
      ['Retail price', '119.50$'],
    ]);
    within(facts).getByText(known.description);
  });

  it('has neither orders nor their buttons before trading opens', async () => {
    server.answer('product', [productDetail({ tradesFrom: '2999-01-02' })]);
    openProduct();
    await screen.findByText('Trading opens on 2 Jan 2999');
    expect(screen.queryByRole('link', { name: /^(Place Bid|Buy For|Sell for)/ })).toBeNull();
  });

  it('shows its facts alone before trading opens, if none was sold elsewhere', async () => {
    server.answer('product', [
      productDetail({ tradesFrom: '2999-01-02', asks: [], bids: [], lastsales: [], oldersales: [] }),
    ]);
    openProduct();
    await screen.findByText('Trading opens on 2 Jan 2999');
    screen.getByRole('heading', { name: 'Details' });
    for (const name of ['Order book', 'Price history']) {
      expect(screen.queryByRole('heading', { name })).toBeNull();
    }
    expect(screen.queryByText(/Yours can be the first/)).toBeNull();
  });

  it('shows an error while it cannot be read, and recovers automatically', async () => {
    server.answer('product', lostConnection());
    openProduct();
    await pass(3_000);
    await screen.findByRole('button', { name: 'Try again' });
    server.answer('product', [productDetail()]);
    await pass(6_000);
    await screen.findByRole('heading', { name: 'Air Runner Low' });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the panel of a seller', () => {
  it('does not open before trading does', async () => {
    server.answer('product', [productDetail({ tradesFrom: '2999-01-02' })]);
    openPage(SellPage, { at: '/sell/7?size=9', path: '/sell/:id' });
    await screen.findByText('Trading opens on 2 Jan 2999');
    expect(screen.queryByRole('textbox', { name: 'Enter Ask' })).toBeNull();
  });
});

describe('figures and chart that cannot be read', () => {
  it('say so, and are read again on request and automatically', async () => {
    server.answer('productFigures', lostConnection());
    server.answer('productHistory', lostConnection());
    const { user } = openPage(() => (
      <>
        <Figures productId={7} size={null} />
        <PriceHistory productId={7} size={null} hasSales={false} />
      </>
    ));
    await intersections.show(screen.getByRole('region', { name: 'Price history' }));
    await pass(3_000);
    await screen.findByText('The figures could not be loaded.');
    await screen.findByText('The history could not be loaded.');
    server.answer('productFigures', UNKNOWN_FIGURES);
    server.answer('productHistory', []);
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await screen.findByText('52-week high');
    await pass(5_000);
    await waitFor(() => expect(screen.queryByText('The history could not be loaded.')).toBeNull());
  });
});
