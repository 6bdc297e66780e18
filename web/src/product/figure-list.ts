import type { ProductFigures } from '@perkex/contract/figures.js';
import { changeText, percentText } from '@perkex/core/market/percent-text.js';
import { NO_PRICE } from '@perkex/core/market/price-text.js';
import { dollarText } from './dollar-text.js';

/** A figure as the page shows it. */
export interface Figure {
  readonly name: string;
  readonly text: string;
}

/** The figures of a product in the order of the page; `--` for unknown ones. */
export function figureList(figures: ProductFigures): Figure[] {
  const { typicalLow, typicalHigh, premium } = figures;
  return [
    {
      name: '52-week high',
      text: dollarText(figures.high52),
    },
    {
      name: '52-week low',
      text: dollarText(figures.low52),
    },
    {
      name: 'Average',
      text: dollarText(figures.average),
    },
    {
      name: 'Typical range',
      text: typicalLow === null || typicalHigh === null ? NO_PRICE : `${typicalLow}–${typicalHigh}$`,
    },
    {
      name: 'Volatility',
      text: shareText(figures.volatility),
    },
    {
      name: 'Premium',
      text: premium === null ? NO_PRICE : changeText(premium),
    },
    {
      name: 'Sales, 72 h',
      text: String(figures.sales72h),
    },
    {
      name: 'Sales, 365 d',
      text: String(figures.sales365d),
    },
    {
      name: 'Turnover',
      text: dollarText(figures.turnover),
    },
    {
      name: 'Spread',
      text: shareText(figures.spread),
    },
    {
      name: 'Open asks',
      text: String(figures.openAsks),
    },
    {
      name: 'Open bids',
      text: String(figures.openBids),
    },
  ];
}

function shareText(percent: number | null): string {
  return percent === null ? NO_PRICE : percentText(percent);
}
