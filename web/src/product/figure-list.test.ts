import type { ProductFigures } from '@perkex/contract/figures.js';
import { expect, it } from 'vitest';
import { UNKNOWN_FIGURES } from '../../test/support/data.js';
import { figureList } from './figure-list.js';
import { FIGURE_MEANINGS } from './figure-meanings.js';

const texts = (figures: ProductFigures) =>
  Object.fromEntries(figureList(figures).map(({ name, text }) => [name, text]));

it('shows dollars, per cent and counts', () => {
  expect(
    texts({
      ...UNKNOWN_FIGURES,
      high52: 395,
      low52: 265,
      average: 320,
      volatility: 8,
      typicalLow: 294,
      typicalHigh: 345,
      premium: 67,
      sales72h: 6,
      sales365d: 586,
      turnover: 187244,
      spread: 1.6,
      openAsks: 42,
      openBids: 41,
    }),
  ).toEqual({
    '52-week high': '395$',
    '52-week low': '265$',
    Average: '320$',
    'Typical range': '294–345$',
    Volatility: '8.0%',
    Premium: '+67.0%',
    'Sales, 72 h': '6',
    'Sales, 365 d': '586',
    Turnover: '187244$',
    Spread: '1.6%',
    'Open asks': '42',
    'Open bids': '41',
  });
});

it('shows -- for unknown figures, and a premium below retail with its minus', () => {
  const shown = texts({ ...UNKNOWN_FIGURES, premium: -4.5 });
  expect(shown['52-week high']).toBe('--');
  expect(shown['Typical range']).toBe('--');
  expect(shown.Spread).toBe('--');
  expect(shown['Sales, 72 h']).toBe('0');
  expect(shown.Premium).toBe('−4.5%');
});

it('has a meaning for each figure, in their order', () => {
  expect(FIGURE_MEANINGS.map(([name]) => name)).toEqual(figureList(UNKNOWN_FIGURES).map(({ name }) => name));
});
