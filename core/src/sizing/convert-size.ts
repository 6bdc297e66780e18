import { type ChartName, SIZE_CHARTS } from './charts.js';

/** The facts that determine the chart of a shoe. */
export interface Shoe {
  /** Null if unknown. */
  readonly brand: string | null;
  readonly name: string;
}

/** One size in all systems; null where the brand's chart has none. */
export interface Conversions {
  readonly usMen: string | null;
  readonly usWomen: string | null;
  readonly uk: string | null;
  readonly eu: string | null;
  readonly cm: string | null;
}

const NO_CONVERSIONS: Conversions = { usMen: null, usWomen: null, uk: null, eu: null, cm: null };

const CHARTS_BY_BRAND: Readonly<Record<string, ChartName>> = {
  nike: 'nike',
  jordan: 'nike',
  adidas: 'adidas',
  yeezy: 'adidas',
  'new balance': 'newBalance',
  converse: 'converse',
  puma: 'puma',
  vans: 'vans',
  asics: 'asics',
  'dr. martens': 'drMartens',
  timberland: 'timberland',
};

/** Foam and moulded shoes of adidas, which are made in whole sizes. */
const ADIDAS_SLIDE = /\b(slides?|adilette|foam (rnnr|runner))\b/i;

/** The chart of a shoe: its brand's, or the usual one if the brand has none. */
export function chartOf({ brand, name }: Shoe): ChartName {
  const key = (brand ?? '').toLowerCase();
  const chart = Object.hasOwn(CHARTS_BY_BRAND, key) ? CHARTS_BY_BRAND[key] : undefined;
  return chart === 'adidas' && ADIDAS_SLIDE.test(name) ? 'adidasSlides' : (chart ?? 'usual');
}

/** A shoe's catalogue size in all systems. */
export function convertSize(shoe: Shoe, size: string): Conversions {
  return sizesOf(chartOf(shoe)).get(size) ?? NO_CONVERSIONS;
}

/** Parsed charts. Each is parsed on first use. */
const readCharts = new Map<ChartName, ReadonlyMap<string, Conversions>>();

function sizesOf(chart: ChartName): ReadonlyMap<string, Conversions> {
  const known = readCharts.get(chart);
  if (known) {
    return known;
  }
  const read = new Map(SIZE_CHARTS[chart].trim().split('\n').map(readLine));
  readCharts.set(chart, read);
  return read;
}

function readLine(line: string): [string, Conversions] {
  const [size = '', ...values] = line.trim().split(/\s+/);
  const [usMen = null, usWomen = null, uk = null, eu = null, cm = null] = values.map((value) =>
    value === '-' ? null : value,
  );
  return [size, { usMen, usWomen, uk, eu, cm }];
}
