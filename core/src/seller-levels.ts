export const PER_MILLE_PER_PERCENT = 10;
const QUARTER_MONTHS = 3;

/** A fee of the calls, which have it in per cent, in thousandths. */
export function perMilleOf(percent: number): number {
  return Math.round(percent * PER_MILLE_PER_PERCENT);
}

/** A level of sellers, by their paid sales of the quarter (orders-beyond, "Seller levels"). */
export interface SellerLevel {
  /** From 1. */
  readonly level: number;
  /** The minimum number of paid sales in a quarter. */
  readonly minSales: number;
  /** The transaction fee in thousandths of the price. */
  readonly transactionFeePerMille: number;
}

/** The fee of section 9, which sellers of the first level pay. */
export const FIRST_LEVEL: SellerLevel = { level: 1, minSales: 0, transactionFeePerMille: 95 };

/** All levels, the lowest first: the one table of their thresholds and fees. */
export const SELLER_LEVELS: readonly SellerLevel[] = [
  FIRST_LEVEL,
  { level: 2, minSales: 6, transactionFeePerMille: 90 },
  { level: 3, minSales: 30, transactionFeePerMille: 85 },
  { level: 4, minSales: 100, transactionFeePerMille: 80 },
];

/** The paid sales of a seller in a quarter. */
export interface QuarterSales {
  /** The first day of the quarter (YYYY-MM-DD, UTC); null before the first paid sale. */
  readonly quarter: string | null;
  readonly sales: number;
}

/** The first day of the quarter of this time, in UTC, as YYYY-MM-DD. */
export function quarterAt(atMs: number): string {
  const at = new Date(atMs);
  const month = Math.floor(at.getUTCMonth() / QUARTER_MONTHS) * QUARTER_MONTHS;
  return new Date(Date.UTC(at.getUTCFullYear(), month)).toISOString().slice(0, 10);
}

/** The first day of the following quarter, in UTC, as YYYY-MM-DD. */
export function nextQuarterAt(atMs: number): string {
  const start = new Date(quarterAt(atMs));
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + QUARTER_MONTHS))
    .toISOString()
    .slice(0, 10);
}

/** The paid sales that count at this time: those of its quarter. */
export function salesAt({ quarter, sales }: QuarterSales, atMs: number): number {
  return quarter === quarterAt(atMs) ? sales : 0;
}

/** The level for a number of paid sales in a quarter. */
export function levelOfSales(sales: number): SellerLevel {
  return SELLER_LEVELS.findLast(({ minSales }) => sales >= minSales) ?? FIRST_LEVEL;
}

/** The level after this one; null after the last. */
export function levelAfter({ level }: SellerLevel): SellerLevel | null {
  return SELLER_LEVELS.find((other) => other.level === level + 1) ?? null;
}
