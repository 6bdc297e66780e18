import { priceText } from '@perkex/core/market/price-text.js';
import { Pause, Play } from 'lucide-react';
import { type FocusEvent, type PointerEvent, useState } from 'react';
import type { FeedSale } from '../api/market.js';
import { paths } from '../links/paths.js';
import { Change } from '../products/change.js';
import { OddMark } from '../products/odd-mark.js';
import { ProductName } from '../products/product-name.js';
import { ProductPicture } from '../products/product-picture.js';
import { saleTimeText, saleTimeTitle } from '../products/sale-time.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { IconButton, PausableButton } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { useZone } from '../ui/use-zone.js';
import { Card } from './card.js';
import { useTradeFeed } from './use-trade-feed.js';

const ROW_CLASS =
  'grid min-h-19 grid-cols-[3rem_minmax(0,1fr)_auto] content-center items-center gap-x-3 px-4 py-2 @max-[20rem]:grid-cols-[2.5rem_minmax(0,1fr)_auto] @max-[20rem]:gap-x-2 @max-[20rem]:px-3';
const PICTURE_CLASS = 'row-span-2 rounded-control bg-card p-1';
/** The number of rows added at a time. */
const STEP = 20;

interface TradeFeedCardProps {
  /** The number of trades shown at first. */
  readonly rows: number;
  readonly heading?: 'h2' | 'h3';
  /** True if older trades can be shown here. */
  readonly isLong?: boolean;
}

/** The live trade feed of all products. */
export function TradeFeedCard({ rows, heading = 'h3', isLong = false }: TradeFeedCardProps) {
  const { tape, isError, retry, isPaused, toggle, hold, release, older, isNew } = useTradeFeed();
  const [wanted, setWanted] = useState(rows);
  const shown = tape?.shown.slice(0, wanted);
  const hidden = (tape?.shown.length ?? 0) - (shown?.length ?? 0);

  // A touch enters and leaves with a swipe; only a mouse hovers.
  const holdUnderMouse = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') {
      hold();
    }
  };
  const releaseOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      release();
    }
  };
  function showMore() {
    setWanted(wanted + STEP);
    if (hidden < STEP && older.hasMore) {
      older.read();
    }
  }

  return (
    <Card
      title="Newest sales"
      heading={heading}
      aside={
        <div className="flex items-center">
          {isPaused && tape && tape.waiting > 0 ? (
            <span className="text-sm text-muted">{tape.waiting} new</span>
          ) : null}
          <IconButton name={isPaused ? 'Run the newest sales' : 'Pause the newest sales'} onClick={toggle}>
            {isPaused ? <Play aria-hidden className="size-5" /> : <Pause aria-hidden className="size-5" />}
          </IconButton>
        </div>
      }
    >
      {shown === undefined && isError ? (
        <div className="p-4">
          <ErrorNotice onRetry={retry}>The newest sales could not be loaded.</ErrorNotice>
        </div>
      ) : shown?.length === 0 ? (
        <p className="p-4 text-muted">Nothing has been sold yet. Each sale will show here as it happens.</p>
      ) : (
        <ol
          aria-busy={shown === undefined}
          className="divide-y divide-line overflow-hidden"
          onPointerEnter={holdUnderMouse}
          onPointerLeave={release}
          onFocus={hold}
          onBlur={releaseOutside}
        >
          {shown === undefined
            ? placeholders(rows)
            : shown.map((sale) => (
                <li
                  key={sale.id}
                  className={
                    isNew(sale)
                      ? 'motion-safe:transition-colors motion-safe:duration-900 motion-safe:starting:bg-volt/40'
                      : undefined
                  }
                >
                  <TradeFeedRow sale={sale} />
                </li>
              ))}
        </ol>
      )}
      {isLong && older.isError ? (
        <p role="alert" className="px-4 pt-3 text-sm">
          Older sales could not be loaded.
        </p>
      ) : null}
      {isLong && (hidden > 0 || older.hasMore) ? (
        <div className="mt-auto border-t border-line p-2">
          <PausableButton className="w-full border-transparent" isPaused={older.isReading} onClick={showMore}>
            Show older sales
          </PausableButton>
        </div>
      ) : null}
    </Card>
  );
}

function TradeFeedRow({ sale }: { sale: FeedSale }) {
  const { product, name, thumbnail, size, priceCents, change, isOdd, date } = sale;
  return (
    <Link to={paths.product(product)} className={`${ROW_CLASS} hover:bg-card`}>
      <span className={PICTURE_CLASS}>
        <ProductPicture src={thumbnail} />
      </span>
      <span className="min-w-0">
        <ProductName
          name={name}
          lineClass="block truncate text-xs/4 text-muted"
          nicknameClass="line-clamp-2 text-sm/4.5 font-semibold wrap-anywhere"
        />
      </span>
      <span className="price self-start text-right text-sm/4.5">{priceText(priceCents)}</span>
      <span className="text-xs/4.5 text-muted tabular-nums">
        Size {size}
        <ShownSize shoe={sale} size={size} className="text-xs/4.5" /> ·{' '}
        <time dateTime={date} title={saleTimeTitle(date)}>
          {saleTimeText(useZone(), date, Date.now())}
        </time>
      </span>
      <span className="justify-self-end text-xs/4.5">
        {isOdd ? (
          <OddMark />
        ) : (
          <Change percent={change} comparedWith="compared with the sale before in this size" />
        )}
      </span>
    </Link>
  );
}

/** Placeholders as high as trades. */
function placeholders(count: number) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <li key={index} className={ROW_CLASS}>
      <Placeholder className="h-8 w-full" />
      <Placeholder className="h-8" />
      <Placeholder className="h-8 w-12" />
    </li>
  ));
}
