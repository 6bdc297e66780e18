import { NO_PRICE, priceText } from '@perkex/core/market/price-text.js';
import type { MarketRow } from '../api/market.js';
import { Sparkline } from '../chart/sparkline.js';
import { paths } from '../links/paths.js';
import { Change } from '../products/change.js';
import { ProductName } from '../products/product-name.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { Flash } from '../ui/flash.js';
import { Placeholder } from '../ui/states.js';

/** In a narrow list the sparkline is below the name, in a wide one beside it. */
const ROW_CLASS =
  'grid min-h-19 grid-cols-[3rem_minmax(0,1fr)_3.5rem_4.5rem] content-center items-center gap-x-3 px-4 py-2 @max-[20rem]:grid-cols-[2.5rem_minmax(0,1fr)_2.5rem_4rem] @max-[20rem]:gap-x-2 @max-[20rem]:px-3 @lg:grid-cols-[3.5rem_minmax(0,1fr)_6rem_4.5rem]';
const PICTURE_CLASS = 'row-span-2 rounded-control bg-ground p-1';

interface ProductRowProps {
  readonly row: MarketRow;
  /** A note on the product, such as its number of sales. */
  readonly note: string;
}

/** A product in a list of the market, as a link. */
export function ProductRow({ row, note }: ProductRowProps) {
  const { id, name, thumbnail, lastCents, change, sparkline } = row;
  return (
    <Link to={paths.product(id)} className={`${ROW_CLASS} hover:bg-card`}>
      <span className={PICTURE_CLASS}>
        <ProductPicture src={thumbnail} />
      </span>
      <span className="col-span-2 min-w-0 @lg:col-span-1">
        <ProductName
          name={name}
          lineClass="block truncate text-xs/4 text-muted"
          nicknameClass="line-clamp-2 text-sm/4.5 font-semibold wrap-anywhere"
        />
      </span>
      <span className="price col-start-4 text-right text-sm/4.5">
        <span className="sr-only">Last sale </span>
        <Flash of={lastCents}>{priceText(lastCents)}</Flash>
      </span>
      <span className="col-start-2 row-start-2 truncate text-xs/4.5 text-muted">{note}</span>
      <Sparkline
        values={sparkline}
        isPlain
        className="col-start-3 row-start-2 mt-1.5 h-3 w-full @lg:row-span-2 @lg:row-start-1 @lg:mt-0 @lg:h-9"
      />
      <span className="col-start-4 row-start-2 text-right text-xs/4.5 text-muted">
        {change === null ? (
          NO_PRICE
        ) : (
          <Change percent={change} comparedWith="compared with the 30 days before, size by size" />
        )}
      </span>
    </Link>
  );
}

/** Placeholders as high as product rows. */
export function rowPlaceholders(count: number) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={index} className={ROW_CLASS}>
      <Placeholder className="h-9" />
      <Placeholder className="col-span-2 h-9" />
      <Placeholder className="h-9" />
    </li>
  ));
}
