import { changeText, percentText } from '@perkex/core/market/percent-text.js';
import { useState } from 'react';
import type { MarketListName, MarketRow } from '../api/market.js';
import { Button } from '../ui/button.js';
import { Card } from './card.js';
import { ProductRow, rowPlaceholders } from './product-row.js';

interface ListFacts {
  readonly title: string;
  /** The text for an empty list. */
  readonly whenEmpty: string;
  readonly note: (row: MarketRow) => string;
}

export const MARKET_LISTS: Readonly<Record<MarketListName, ListFacts>> = {
  mostSold: { title: 'Most sold', whenEmpty: 'Nothing was sold in this time.', note: soldText },
  largestRise: {
    title: 'Largest rise',
    whenEmpty: 'Nothing that sold three times or more has risen in this time.',
    note: soldText,
  },
  largestFall: {
    title: 'Largest fall',
    whenEmpty: 'Nothing that sold three times or more has fallen in this time.',
    note: soldText,
  },
  largestPremium: {
    title: 'Largest premium',
    whenEmpty: 'Nothing has sold above its retail price lately.',
    note: ({ premium }) => (premium === null ? '' : changeText(premium)),
  },
  narrowestSpread: {
    title: 'Narrowest spread',
    whenEmpty: 'No size has both an ask and a bid.',
    note: ({ spread }) => (spread === null ? '' : percentText(spread)),
  },
};

function soldText({ sales }: MarketRow): string {
  return `${sales} sold`;
}

interface MarketRowsProps {
  readonly name: MarketListName;
  /** Undefined while they load. */
  readonly rows: readonly MarketRow[] | undefined;
  /** The number of placeholders during loading. */
  readonly count: number;
}

/** The products of a list, or placeholders. */
export function MarketRows({ name, rows, count }: MarketRowsProps) {
  const { whenEmpty, note } = MARKET_LISTS[name];
  if (rows?.length === 0) {
    return <p className="p-4 text-muted">{whenEmpty}</p>;
  }
  return (
    <ol className="divide-y divide-line">
      {rows?.map((row) => (
        <li key={row.id}>
          <ProductRow row={row} note={note(row)} />
        </li>
      )) ?? rowPlaceholders(count)}
    </ol>
  );
}

interface MarketListProps {
  readonly name: MarketListName;
  /** Undefined while it loads. */
  readonly rows: readonly MarketRow[] | undefined;
  /** The number of rows shown at first. */
  readonly count: number;
}

/** A list of the market, best first. The other rows are shown on request. */
export function MarketList({ name, rows, count }: MarketListProps) {
  const { title } = MARKET_LISTS[name];
  const [isOpen, setIsOpen] = useState(false);
  const hidden = (rows?.length ?? 0) - count;
  return (
    <Card title={title}>
      <MarketRows name={name} rows={isOpen ? rows : rows?.slice(0, count)} count={count} />
      {hidden > 0 ? (
        <div className="mt-auto border-t border-line p-2">
          <Button
            className="w-full border-transparent"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? `Show the first ${count}` : `Show ${hidden} more`}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
