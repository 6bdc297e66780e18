import { SHOWN_ORDERS_PER_SIDE } from '@perkex/contract/shown-orders.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productBookQuery } from '../api/product-figures.js';
import type { Product } from '../api/products.js';
import { ShownSize } from '../sizing/shown-size.js';
import { Button } from '../ui/button.js';
import { Flash } from '../ui/flash.js';
import { dollarText } from './dollar-text.js';
import { ListTable, ROW_CLASS } from './list-table.js';
import { listedLevels } from './listed-levels.js';

const STEP = 12;

interface OrderListProps {
  readonly side: 'asks' | 'bids';
  readonly product: Product;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** The open orders of a side by size and price, best price first. */
export function OrderList({ side, product, size }: OrderListProps) {
  const [shown, setShown] = useState(STEP);
  // The product contains the best orders of every size; all levels of one size need another call.
  const { data } = useQuery({ ...productBookQuery(product.id, size), enabled: size !== null });
  const levels = listedLevels(product[side], side, size, data?.[side]);
  const isCut = size === null && product.sizes.some((each) => isFull(product[side], each));
  if (levels.length === 0) {
    return <p className="px-1 py-4 text-muted">{NONE[side]}</p>;
  }
  return (
    <>
      <ListTable caption={CAPTIONS[side]} columns={['Size', 'Price', 'Pairs']}>
        {levels.slice(0, shown).map((level) => (
          <tr key={`${level.size} ${level.price}`} className={ROW_CLASS}>
            <td className="font-semibold">
              {level.size}
              <ShownSize shoe={product} size={level.size} className="text-xs/none" />
            </td>
            <td className={`price ${COLOURS[side]}`}>{dollarText(level.price)}</td>
            <td>
              <Flash of={level.quantity}>{level.quantity}</Flash>
            </td>
          </tr>
        ))}
      </ListTable>
      {levels.length > shown ? (
        <Button className="mt-4 w-full md:w-auto" onClick={() => setShown(shown + 4 * STEP)}>
          Show more
        </Button>
      ) : null}
      {isCut ? (
        <p className="mt-3 text-sm text-muted">
          The best {SHOWN_ORDERS_PER_SIDE} of each size. Choose a size to see all of its orders.
        </p>
      ) : null}
    </>
  );
}

const CAPTIONS = { asks: 'All asks, the lowest first', bids: 'All bids, the highest first' };
const COLOURS = { asks: 'text-ask', bids: 'text-bid' };
const NONE = { asks: 'No asks yet. Yours can be the first.', bids: 'No bids yet. Yours can be the first.' };

function isFull(orders: Product['asks'], size: string): boolean {
  return orders.filter((order) => order.size === size).length >= SHOWN_ORDERS_PER_SIDE;
}
