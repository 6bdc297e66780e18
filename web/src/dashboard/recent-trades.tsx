import type { SaleRow } from '@perkex/contract/user-data.js';
import { useId } from 'react';
import { orderName } from '../api/order-name.js';
import { Item } from '../lists/item.js';
import { SaleTime } from '../products/local-sale-time.js';
import { Link } from '../routing/link.js';
import { priceOfRow, shownRows } from './rows.js';

/** The number of trades on the profile; the whole list has its own page. */
const SHOWN_TRADES = 3;

const LINK_CLASS =
  'inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-ink';

interface RecentTradesProps {
  readonly title: string;
  readonly rows: readonly SaleRow[];
  /** The page of the whole list. */
  readonly path: string;
  /** The name of the whole list in the link to that page. */
  readonly what: string;
  /** The text and the link if there are no trades. */
  readonly whenEmpty: { readonly text: string; readonly linkText: string; readonly path: string };
}

/** The latest sales or purchases. */
export function RecentTrades({ title, rows, path, what, whenEmpty }: RecentTradesProps) {
  const titleId = useId();
  const newest = shownRows(rows).reverse().slice(0, SHOWN_TRADES);
  return (
    <section aria-labelledby={titleId}>
      <div className="flex min-h-11 items-center justify-between gap-4 border-b border-line">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {newest.length === 0 ? null : (
          <Link to={path} className={LINK_CLASS}>
            <span>
              See all <span className="max-[22.5rem]:sr-only">{what}</span>
            </span>
          </Link>
        )}
      </div>
      {newest.length === 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 py-2 text-muted">
          {whenEmpty.text}
          <Link to={whenEmpty.path} className={`text-ink ${LINK_CLASS}`}>
            {whenEmpty.linkText}
          </Link>
        </p>
      ) : (
        <Trades rows={newest} />
      )}
    </section>
  );
}

function Trades({ rows }: { rows: readonly SaleRow[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <li
          key={orderName(row)}
          className="flex items-center justify-between gap-3 border-b border-line py-3"
        >
          <Item row={row}>
            <SaleTime date={row.date} />
          </Item>
          <p className="price">{priceOfRow(row)}</p>
        </li>
      ))}
    </ul>
  );
}
