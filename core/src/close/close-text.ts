import type { Day } from '../figures/days.js';
import { percentText } from '../market/percent-text.js';
import { dollarsToCents, formatPrice } from '../money.js';
import { longDay } from './long-day.js';

interface Named {
  readonly name: string;
}

/** The figures that the sentences about a day use (docs/market-figures.md, "The close"). Prices are whole dollars. */
export interface CloseFigures {
  readonly day: Day;
  readonly sales: number;
  /** The number of products with sales. */
  readonly products: number;
  readonly turnover: number;
  /** Null on a day without a value of its own. */
  readonly index: {
    readonly value: number;
    /** From the previous close, in per cent; null on its first day. */
    readonly change: number | null;
    readonly record: 'highest' | 'lowest' | null;
  } | null;
  /** The pair with the highest price; null without sales. */
  readonly dearest: (Named & { readonly price: number }) | null;
  /** These three are sorted, best first. */
  readonly mostSold: readonly (Named & { readonly sales: number })[];
  readonly rises: readonly (Named & { readonly change: number })[];
  readonly falls: readonly (Named & { readonly change: number })[];
  /** Products whose highest, or lowest, price of the day is a new one. */
  readonly highs: readonly (Named & { readonly price: number; readonly before: number })[];
  readonly lows: readonly (Named & { readonly price: number; readonly before: number })[];
}

/** The close of a day in sentences. A sentence without enough data is left out: a tie has no leader. */
export function closeSentences(close: CloseFigures): string[] {
  return [
    salesSentence(close),
    ...indexSentences(close),
    ...mostSoldSentence(close),
    ...dearestSentence(close),
    ...moverSentence(close.rises, 'rose'),
    ...moverSentence(close.falls, 'fell'),
    ...close.highs.map((record) => recordSentence(record, 'high')),
    ...close.lows.map((record) => recordSentence(record, 'low')),
  ];
}

function salesSentence({ day, sales, products, turnover }: CloseFigures): string {
  const on = `on ${longDay(day)}`;
  if (sales === 0) {
    return `Nothing was sold ${on}.`;
  }
  const inAll = dollars(turnover);
  if (sales === 1) {
    return `One pair was sold ${on}, for ${inAll}.`;
  }
  return `${sales} pairs of ${products === 1 ? 'one sneaker' : `${products} sneakers`} were sold ${on}, for ${inAll} in all.`;
}

function indexSentences({ index }: CloseFigures): string[] {
  if (index === null) {
    return [];
  }
  const value = index.value.toFixed(2);
  const record = index.record === null ? [] : [`That is its ${index.record} close since it began.`];
  if (index.change === null) {
    return [`The PX50 began at ${value}.`];
  }
  if (percentText(index.change) === '0.0%') {
    return [`The PX50 closed at ${value}, within 0.1% of its previous close.`, ...record];
  }
  const moved = index.change > 0 ? 'rose' : 'fell';
  return [
    `The PX50 ${moved} by ${percentText(Math.abs(index.change))} from its previous close, to ${value}.`,
    ...record,
  ];
}

function mostSoldSentence({ mostSold: [first, second] }: CloseFigures): string[] {
  return first === undefined || first.sales < 2 || first.sales === second?.sales
    ? []
    : [`${first.name} sold most, with ${first.sales} pairs.`];
}

function dearestSentence({ sales, dearest }: CloseFigures): string[] {
  return sales < 2 || dearest === null
    ? []
    : [`The highest price was ${dollars(dearest.price)}, for ${dearest.name}.`];
}

function moverSentence([first, second]: CloseFigures['rises'], moved: 'rose' | 'fell'): string[] {
  if (first === undefined || first.change === second?.change) {
    return [];
  }
  const by = percentText(Math.abs(first.change));
  return by === '0.0%'
    ? []
    : [`${first.name} ${moved} most, by ${by} against the prices of its sizes in the 30 days before.`];
}

function recordSentence(
  { name, price, before }: CloseFigures['highs'][number],
  kind: 'high' | 'low',
): string {
  return `${name} reached a new ${kind} of ${dollars(price)}; it was ${dollars(before)} before.`;
}

function dollars(amount: number): string {
  return formatPrice(dollarsToCents(amount));
}
