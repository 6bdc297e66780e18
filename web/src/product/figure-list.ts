import type { ProductFigures } from '@perkex/contract/figures.js';
import { NO_PRICE } from '@perkex/core/market/price-text.js';
import { dollarText } from './dollar-text.js';

/** A figure as the page shows it. */
export interface Figure {
  readonly name: string;
  readonly text: string;
  readonly meaning: string;
}

/** The figures of a product in the order of the page; `--` where nothing is known. */
export function figureList(figures: ProductFigures): Figure[] {
  const { typicalLow, typicalHigh, premium } = figures;
  return [
    {
      name: '52-week high',
      text: dollarText(figures.high52),
      meaning: 'The highest price of the last 365 days.',
    },
    {
      name: '52-week low',
      text: dollarText(figures.low52),
      meaning: 'The lowest price of the last 365 days.',
    },
    {
      name: 'Average',
      text: dollarText(figures.average),
      meaning: 'What a pair cost on average in the last 365 days.',
    },
    {
      name: 'Typical range',
      text: typicalLow === null || typicalHigh === null ? NO_PRICE : `${typicalLow}–${typicalHigh}$`,
      meaning: 'One standard deviation to both sides of the average, within the 52-week low and high.',
    },
    {
      name: 'Volatility',
      text: percentText(figures.volatility),
      meaning: 'How widely prices vary: their standard deviation as a part of the average.',
    },
    {
      name: 'Premium',
      text: premium !== null && premium > 0 ? `+${percentText(premium)}` : percentText(premium),
      meaning: 'How far the average of the last 30 days, or else the last sale, is above the retail price.',
    },
    {
      name: 'Sales, 72 h',
      text: String(figures.sales72h),
      meaning: 'How many pairs were sold in the last 72 hours.',
    },
    {
      name: 'Sales, 365 d',
      text: String(figures.sales365d),
      meaning: 'How many pairs were sold in the last 365 days.',
    },
    {
      name: 'Turnover',
      text: dollarText(figures.turnover),
      meaning: 'What all pairs sold in the last 365 days cost together.',
    },
    {
      name: 'Spread',
      text: percentText(figures.spread),
      meaning:
        'How far the highest bid is below the lowest ask, as a part of that ask. Over all sizes: the narrowest.',
    },
    {
      name: 'Open asks',
      text: String(figures.openAsks),
      meaning: 'How many pairs are for sale now.',
    },
    {
      name: 'Open bids',
      text: String(figures.openBids),
      meaning: 'How many pairs are wanted now.',
    },
  ];
}

function percentText(percent: number | null): string {
  return percent === null ? NO_PRICE : `${percent.toFixed(1)} %`;
}
