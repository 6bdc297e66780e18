import type { MarketDay } from '@perkex/contract/market-day.js';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MarketDayPage } from '../src/market/market-day-page.js';
import { refusal } from './support/fake-server.js';
import { openPage, server, startServer } from './support/open-page.js';

const RUNNER = { id: 7, name: 'Air Runner Low', thumbnail: '/drawings/7.svg' };
const CLOSE: MarketDay = {
  day: '2026-11-22',
  previous: '2026-11-21',
  next: null,
  sentences: ['5 pairs of one sneaker were sold on 22 November 2026, for 1200$ in all.', 'The PX50 began.'],
  sales: 5,
  products: 1,
  turnover: 1_200,
  index: { value: 1_034.5, change: 1.2, record: null },
  dearest: { ...RUNNER, price: 260 },
  mostSold: [{ ...RUNNER, sales: 5 }],
  rises: [{ ...RUNNER, sales: 5, change: 3.1 }],
  falls: [],
  highs: [{ ...RUNNER, price: 260, before: 250 }],
  lows: [],
};

beforeEach(() => {
  startServer();
});

const open = () => openPage(MarketDayPage, { at: '/market/2026-11-22', path: '/market/:day' });

it('the close has its sentences, its figures and its products', async () => {
  server.answer('marketDay', CLOSE);
  open();
  await screen.findByRole('heading', { name: '22 November 2026' });
  screen.getByText(CLOSE.sentences.join(' '));
  screen.getByText(/^1034\.50/);
  const rises = within(screen.getByRole('region', { name: 'Largest rises' }));
  expect(rises.getByRole('link', { name: /Air Runner Low/ }).getAttribute('href')).toBe('/product/7');
  within(screen.getByRole('region', { name: 'New highs' })).getByText('250$ before');
  expect(screen.queryByRole('region', { name: 'Largest falls' })).toBeNull();
});

it('the close leads to the days beside it', async () => {
  server.answer('marketDay', CLOSE);
  open();
  const days = within(await screen.findByRole('navigation', { name: 'Days' }));
  expect(days.getByRole('link').getAttribute('href')).toBe('/market/2026-11-21');
  days.getByText('The newest close');
});

it('a day without sales has a sentence, and no figures', async () => {
  server.answer('marketDay', {
    ...CLOSE,
    sales: 0,
    index: null,
    dearest: null,
    mostSold: [],
    rises: [],
    highs: [],
    sentences: ['Nothing was sold on 22 November 2026.'],
  });
  open();
  await screen.findByText('Nothing was sold on 22 November 2026.');
  expect(screen.queryByText('Turnover')).toBeNull();
});

it('a day without a close says when it gets one', async () => {
  server.answer('marketDay', refusal('not-found'));
  open();
  await screen.findByRole('heading', { name: 'No close for this day' });
});
