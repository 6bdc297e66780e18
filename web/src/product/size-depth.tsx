import { highestBidCents, lowestAskCents } from '@perkex/core/market/figures.js';
import { priceText } from '@perkex/core/market/price-text.js';
import type { Shoe } from '@perkex/core/sizing/convert-size.js';
import { useState } from 'react';
import type { Product } from '../api/products.js';
import { ShownSize } from '../sizing/shown-size.js';
import { Button } from '../ui/button.js';
import { Flash } from '../ui/flash.js';
import { depthBars } from './depth.js';
import { firstSizes, type SizeRow, sizeRows } from './size-rows.js';

const SHOWN_SIZES = 11;

interface SizeDepthProps {
  readonly product: Pick<Product, 'name' | 'brand' | 'sizes' | 'asks' | 'bids'>;
  readonly onChoose: (size: string) => void;
}

/** All traded sizes, with their bids on the left, their asks on the right, and the best of each. */
export function SizeDepth({ product, onChoose }: SizeDepthProps) {
  const { sizes, asks, bids } = product;
  const [isLong, setIsLong] = useState(false);
  const rows = sizeRows(sizes, asks, bids);
  const idle = sizes.filter((size) => !rows.some((row) => row.size === size));
  const most = Math.max(...rows.map((row) => Math.max(row.asks, row.bids)));
  const best = { askCents: lowestAskCents(asks), bidCents: highestBidCents(bids) };
  return (
    <>
      <div className="mt-2 overflow-hidden rounded-card border border-line">
        <table className="w-full table-fixed tabular-nums">
          <caption className="sr-only">The best prices of every size</caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted *:py-1.5 *:font-normal">
              <th scope="col" className="pl-3 text-left">
                Bids
              </th>
              <th scope="col" className="pr-2 text-right">
                Highest
              </th>
              <th scope="col">Size</th>
              <th scope="col" className="pl-2 text-left">
                Lowest
              </th>
              <th scope="col" className="pr-3 text-right">
                Asks
              </th>
            </tr>
          </thead>
          <tbody>
            {(isLong ? rows : firstSizes(rows, SHOWN_SIZES)).map((row) => (
              <Row
                key={row.size}
                shoe={product}
                row={row}
                most={most}
                best={best}
                onChoose={() => onChoose(row.size)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {idle.length > 0 ? (
        <p className="mt-2 text-sm text-muted">
          No orders yet in {idle.length === 1 ? 'size' : 'sizes'} {idle.join(', ')}.
        </p>
      ) : null}
      {rows.length > SHOWN_SIZES ? (
        <Button className="mt-3 w-full" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer sizes' : `Show all ${rows.length} sizes`}
        </Button>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly shoe: Shoe;
  readonly row: SizeRow;
  /** The largest number of orders of any size on a side. */
  readonly most: number;
  readonly best: { readonly askCents: number; readonly bidCents: number };
  readonly onChoose: () => void;
}

function Row({ shoe, row: { size, asks, bids, askCents, bidCents }, most, best, onChoose }: RowProps) {
  return (
    <tr style={depthBars(bids / most, asks / most)} className="border-b border-line last:border-b-0">
      <td className="pl-3 text-left text-sm text-muted">{bids}</td>
      <td className="pr-2 text-right">
        <Price cents={bidCents} isBest={bidCents === best.bidCents} colour="text-bid" mark="bg-bid" />
      </td>
      <th scope="row" className="bg-paper p-0">
        <button
          type="button"
          aria-label={`Order book of size ${size}`}
          onClick={onChoose}
          className="min-h-10 w-full font-semibold hover:bg-card max-md:min-h-11"
        >
          {size}
          <ShownSize shoe={shoe} size={size} className="text-xs/none" />
        </button>
      </th>
      <td className="pl-2 text-left">
        <Price cents={askCents} isBest={askCents === best.askCents} colour="text-ask" mark="bg-ask" />
      </td>
      <td className="pr-3 text-right text-sm text-muted">{asks}</td>
    </tr>
  );
}

interface PriceProps {
  readonly cents: number;
  readonly isBest: boolean;
  readonly colour: string;
  readonly mark: string;
}

/** The best price of all sizes is highlighted. */
function Price({ cents, isBest, colour, mark }: PriceProps) {
  const look =
    cents === 0 ? 'text-muted' : isBest ? `${mark} -mx-1.5 rounded-[4px] px-1.5 text-on-trade` : colour;
  return (
    <Flash of={cents} className={`price ${look}`}>
      {priceText(cents)}
    </Flash>
  );
}
