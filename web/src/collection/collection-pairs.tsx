import { dollarsToCents } from '@perkex/core/money.js';
import { type ReactNode, useState } from 'react';
import type { CollectionPair } from '../api/collection.js';
import { paths } from '../links/paths.js';
import { GrowingList } from '../lists/growing-list.js';
import { Item } from '../lists/item.js';
import { OrderTable, PriceCell } from '../lists/order-table.js';
import { RemoveIcon } from '../lists/remove-icon.js';
import { Change } from '../products/change.js';
import { LivePrice } from '../products/live-price.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { dayText } from '../ui/moment.js';
import { useSettled } from '../ui/use-settled.js';
import { gainText } from './gain-text.js';
import { RemovePairDialog } from './remove-pair-dialog.js';

const COLUMNS = ['Item', 'Bought For', 'Worth Now', 'Gain'];
const BY = { sale: 'last sale', bid: 'highest bid' };

interface CollectionPairsProps {
  readonly userId: string;
  readonly pairs: readonly CollectionPair[];
}

/** The pairs that the user owns, each with its actions. */
export function CollectionPairs({ userId, pairs }: CollectionPairsProps) {
  const [removed, setRemoved] = useState<CollectionPair | null>(null);
  return (
    <>
      <GrowingList rows={pairs}>{(shown) => <ShownPairs pairs={shown} onRemove={setRemoved} />}</GrowingList>
      {removed ? <RemovePairDialog userId={userId} pair={removed} onClose={() => setRemoved(null)} /> : null}
    </>
  );
}

interface ShownPairsProps {
  readonly pairs: readonly CollectionPair[];
  readonly onRemove: (pair: CollectionPair) => void;
}

function ShownPairs({ pairs, onRemove }: ShownPairsProps) {
  const isSettled = useSettled(pairs.map(({ id }) => id).join());
  return (
    <OrderTable name="Collection" columns={COLUMNS} buttonColumn="Sell or remove" hasCards mayScroll>
      {pairs.map((pair) => (
        <PairRow key={pair.id} pair={pair} isSettled={isSettled} onRemove={() => onRemove(pair)} />
      ))}
    </OrderTable>
  );
}

interface PairRowProps {
  readonly pair: CollectionPair;
  /** False while rows move. */
  readonly isSettled: boolean;
  readonly onRemove: () => void;
}

function PairRow({ pair, isSettled, onRemove }: PairRowProps) {
  const { productId, name, size, price, date, worth, by, gain, gainPercent } = pair;
  return (
    <tr className="relative border-b border-line max-lg:grid max-lg:grid-cols-3 max-lg:gap-3 max-lg:py-4">
      <th scope="row" className="text-left font-normal max-lg:col-span-3 max-lg:pr-11 lg:py-2">
        <Item row={pair} isWide />
      </th>
      <PriceCell column="Bought For">
        {price}$<Small>{dayText('utc', date)}</Small>
      </PriceCell>
      <PriceCell column="Worth Now">
        <LivePrice priceCents={worth === null ? null : dollarsToCents(worth)} />
        {by === null ? null : <Small>{BY[by]}</Small>}
      </PriceCell>
      <PriceCell column="Gain">
        {gain === null ? (
          '--'
        ) : (
          <>
            {gainText(gain)}
            <Small>
              <Change percent={gainPercent} comparedWith="of what you paid" isSmall />
            </Small>
          </>
        )}
      </PriceCell>
      <td className="max-lg:col-span-3 lg:pl-3">
        <div className="flex items-center justify-end gap-1 max-lg:justify-start">
          <Link
            to={paths.sell(productId, size)}
            aria-label={`Sell this pair: ${name}, size ${size}`}
            className={buttonClass('quietAsk', 'text-sm whitespace-nowrap')}
          >
            Sell this pair
          </Link>
          <RemoveIcon
            name={`Remove ${name}, size ${size}`}
            isPaused={!isSettled}
            className="max-lg:absolute max-lg:top-4 max-lg:-right-2"
            onPress={onRemove}
          />
        </div>
      </td>
    </tr>
  );
}

function Small({ children }: { readonly children: ReactNode }) {
  return <span className="block text-xs/5 font-normal text-muted">{children}</span>;
}
