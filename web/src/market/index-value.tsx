import type { MarketIndex } from '@perkex/contract/market.js';
import { NO_PRICE } from '@perkex/core/market/price-text.js';
import { Change } from '../products/change.js';
import { Flash } from '../ui/flash.js';
import { Placeholder } from '../ui/states.js';

export const INDEX_NAME = 'PX50';
export const INDEX_NOT_BEGUN =
  'The index begins at 1000, on the first day by which ten products have been sold.';

/** A value of the index as the screens show it. */
export function indexText(value: number): string {
  return value.toFixed(1);
}

/** The latest value of the index, and its change from the day before; undefined while it loads. */
export function IndexValue({ index }: { index: MarketIndex | undefined }) {
  if (index === undefined) {
    return <Placeholder className="h-20 w-52" />;
  }
  const { value, change } = index;
  return (
    <div className="min-h-20">
      <p className="price font-display text-4xl/14 font-extrabold [font-stretch:112%] md:text-5xl/14">
        <Flash of={value}>{value === null ? NO_PRICE : indexText(value)}</Flash>
      </p>
      {change === null ? null : (
        <p className="leading-6">
          <Change percent={change} comparedWith="" />
          <span className="ml-1.5 text-sm text-muted">since the day before</span>
        </p>
      )}
    </div>
  );
}
