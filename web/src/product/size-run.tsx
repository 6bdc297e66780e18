import { counted } from '@perkex/core/counted.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import type { Product } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { useOwnSize } from '../sizing/use-sizing.js';
import { Flash } from '../ui/flash.js';
import { marksPath, type RunColumn, runColumns } from './run-columns.js';
import { useGridKeys } from './use-grid-keys.js';

interface SizeRunProps {
  readonly product: Product;
  /** Null for all sizes. */
  readonly chosen: string | null;
  readonly onChoose: (size: string | null) => void;
}

/**
 * The book of all sizes: a column for each, whose asks hang down to the lowest and whose bids grow up to the highest on
 * one price axis. A press on the asks buys, on the bids sells, and on the size shows only that size. To screen readers
 * it is a table.
 */
export function SizeRun({ product, chosen, onChoose }: SizeRunProps) {
  const { sizes, asks, bids } = product;
  const titleId = useId();
  const plot = useMemo(() => runColumns(sizes, asks, bids), [sizes, asks, bids]);
  const own = useOwnSize(product);
  const keys = useGridKeys();
  const scroller = useScrollTo(
    sizes.indexOf(chosen ?? ''),
    plot.columns.findIndex(({ ask }) => ask.isBest),
  );
  if (sizes.length === 0) {
    return null;
  }
  const longest = Math.max(...plot.columns.flatMap(({ ask, bid }) => [lengthOf(ask), lengthOf(bid)]));
  const facts = (column: RunColumn) => ({
    'data-size': column.size,
    'data-own': column.size === own ? '' : undefined,
    'data-chosen': column.size === chosen ? '' : undefined,
  });
  return (
    <section aria-labelledby={titleId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="text-xl md:text-2xl">
          Size run
        </h2>
        <Legend />
      </div>
      <div ref={scroller} className="run">
        <div
          className="run-inner"
          style={{ '--columns': sizes.length, '--digits': longest } as CSSProperties}
        >
          <div aria-hidden className="run-axis">
            {plot.ticks.map(({ priceCents, place }) => (
              <span key={priceCents} style={styleOfPlace(place)}>
                {priceText(priceCents)}
              </span>
            ))}
          </div>
          <div className="run-plot">
            <Lines columns={sizes.length} className="">
              <path
                d={plot.ticks.map(({ place }) => `M0 ${place.toFixed(1)}H${sizes.length * 10}`).join('')}
              />
            </Lines>
            <table {...ROLES.table} aria-labelledby={titleId} className="run-grid" {...keys.grid}>
              <thead {...ROLES.rowgroup}>
                <tr {...ROLES.row} className="run-sizes">
                  <th {...ROLES.columnheader} scope="col" className="sr-only">
                    Size
                  </th>
                  {plot.columns.map((column, index) => (
                    <th key={column.size} {...ROLES.columnheader} scope="col" {...facts(column)}>
                      <button
                        type="button"
                        aria-pressed={column.size === chosen}
                        onClick={() => onChoose(column.size === chosen ? null : column.size)}
                        {...keys.cell(index, 2)}
                      >
                        <span className="sr-only">Show size </span>
                        <span>{column.size}</span>{' '}
                        {column.size === own ? (
                          <span className="run-own">Yours</span>
                        ) : (
                          <ShownSize shoe={product} size={column.size} className="run-shown" />
                        )}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody {...ROLES.rowgroup}>
                {SIDES.map((side, row) => (
                  <tr key={side} {...ROLES.row} className="run-row" data-side={side}>
                    <th {...ROLES.rowheader} scope="row" className="sr-only">
                      {NAMES[side]}
                    </th>
                    {plot.columns.map((column, index) => (
                      <td key={column.size} {...ROLES.cell} style={styleOf(column, side)} {...facts(column)}>
                        <Link
                          to={linkTo(product.id, column, side)}
                          aria-label={nameOf(column, side)}
                          draggable={false}
                          {...keys.cell(index, row)}
                        />
                        <Bar column={column} side={side} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <Lines columns={sizes.length} className="run-marks">
              {SIDES.map((side) => (
                <path key={side} data-side={side} d={marksPath(plot.columns, side)} />
              ))}
            </Lines>
          </div>
          <div aria-hidden className="run-more" />
          <div aria-hidden className="run-end" />
        </div>
      </div>
    </section>
  );
}

type Side = 'ask' | 'bid';

/** Browsers may drop the roles of table elements that are not laid out as a table. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** From top to bottom. */
const SIDES: readonly Side[] = ['ask', 'bid'];
const NAMES = { ask: 'Lowest ask', bid: 'Highest bid' };
const ARROWS = { above: '↑', below: '↓' };

function Legend() {
  return (
    <p className="run-legend">
      <span data-side="ask">Asks hang down. Press one to buy.</span>
      <span data-side="bid">Bids grow up. Press one to sell.</span>
    </p>
  );
}

/** The best price at the end of a bar; a dash without orders. */
function Bar({ column, side }: { readonly column: RunColumn; readonly side: Side }) {
  const { priceCents, place, offAxis, isBest } = column[side];
  return (
    <span aria-hidden className="run-bar" data-best={isBest ? '' : undefined}>
      <span className={place === null ? 'run-none' : 'run-price'}>
        <Flash of={priceCents} className="px-0.5">
          {offAxis === null ? '' : ARROWS[offAxis]}
          {priceText(priceCents)}
        </Flash>
      </span>
    </span>
  );
}

interface LinesProps {
  readonly columns: number;
  readonly className: string;
  readonly children: ReactNode;
}

/** Lines over the whole plot, in a box of 10 by 100 for each column. */
function Lines({ columns, className, children }: LinesProps) {
  return (
    <svg
      aria-hidden
      className={`run-lines ${className}`}
      viewBox={`0 0 ${columns * 10} 100`}
      preserveAspectRatio="none"
    >
      {children}
    </svg>
  );
}

function styleOfPlace(place: number): CSSProperties {
  return { '--place': place.toFixed(1) } as CSSProperties;
}

function styleOf({ ask, bid, split }: RunColumn, side: Side): CSSProperties {
  const place = side === 'ask' ? (ask.place ?? 0) : (bid.place ?? 100);
  return { ...styleOfPlace(place), '--split': `${split.toFixed(1)}%` } as CSSProperties;
}

/** Buys at the lowest ask or sells to the highest bid; without orders on that side, places one on the other. */
function linkTo(productId: number, { size, ask }: RunColumn, side: Side): string {
  return side === 'ask'
    ? paths.buy(productId, size, ask.priceCents === 0 ? 'bid' : 'now')
    : paths.sell(productId, size);
}

function nameOf({ size, ask, bid }: RunColumn, side: Side): string {
  const { priceCents, orders } = side === 'ask' ? ask : bid;
  if (priceCents === 0) {
    return side === 'ask' ? `Size ${size}: no asks, place a bid` : `Size ${size}: no bids, place an ask`;
  }
  const verb = side === 'ask' ? 'buy' : 'sell';
  return `Size ${size}: ${verb} at ${priceText(priceCents)}, ${counted(orders, side)}`;
}

function lengthOf({ priceCents, offAxis }: RunColumn[Side]): number {
  return priceText(priceCents).length + (offAxis === null ? 0 : 1);
}

/** Scrolls to the chosen column where not all of them fit. Without one, the run starts at the best column. */
function useScrollTo(chosen: number, best: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const start = useRef(best);
  useEffect(() => {
    const box = scroller.current;
    const index = chosen === -1 && box?.scrollLeft === 0 ? start.current : chosen;
    start.current = -1;
    const column = box?.querySelectorAll<HTMLElement>('.run-sizes > th[data-size]')[index];
    if (box && column) {
      const middle = column.getBoundingClientRect();
      const left = middle.left + middle.width / 2 - box.getBoundingClientRect().left - box.clientWidth / 2;
      box.scrollBy({ left, behavior: 'instant' });
    }
  }, [chosen]);
  return scroller;
}
