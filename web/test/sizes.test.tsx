import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepUnfinishedOrder } from '../src/orders/unfinished-order.js';
import { UnfinishedOrderCard } from '../src/products/unfinished-order-card.js';
import { loadStoredSizes } from '../src/sizing/load-stored-sizes.js';
import { useSizing } from '../src/sizing/use-sizing.js';
import { SIZES_KEY } from '../src/storage/stored-keys.js';
import { openPage, startServer } from './support/open-page.js';

afterEach(() => useSizing.setState({ sizing: null }));

/** Stores sizes as another tab does. */
function store(text: string): void {
  localStorage.setItem(SIZES_KEY, text);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: SIZES_KEY }));
  });
}

it('sizes that the browser has stored are applied, unless they are invalid', async () => {
  await loadStoredSizes();
  for (const text of [
    '{',
    '[]',
    'null',
    '{"system":"paris","size":"9","uid":""}',
    '{"system":"eu","size":"<b>","uid":""}',
  ]) {
    store('{"system":"eu","size":"9","uid":""}');
    expect(useSizing.getState().sizing?.preference).toMatchObject({ system: 'eu', size: '9' });
    store(text);
    expect(useSizing.getState().sizing, text).toBeNull();
  }
});

it('another size system is shown next to the US size of an unfinished order', async () => {
  startServer();
  await loadStoredSizes();
  keepUnfinishedOrder({
    flow: 'sell',
    productId: 7,
    name: 'Air Runner Low',
    brand: 'Nike',
    size: '8',
    mode: 'place',
    priceCents: 31_000,
  });
  openPage(UnfinishedOrderCard, { userId: 'ada' });
  const text = () => screen.getByRole('region', { name: 'Your unfinished order' }).textContent;
  expect(text()).toContain('Size 8, 310$');
  store('{"system":"eu","size":null,"uid":"ada"}');
  expect(text()).toContain('Size 8 EU 41, 310$');
});
