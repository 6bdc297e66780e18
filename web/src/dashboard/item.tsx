import type { OrderRow } from '@perkex/contract/user-data.js';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { paths } from '../links/paths.js';
import { ProductPicture } from '../market/product-picture.js';

interface ItemProps {
  readonly row: OrderRow;
  /** Shown after the size. */
  readonly notes?: readonly string[];
}

/** The product of a row, as a link: thumbnail, name and size. */
export function Item({ row, notes = [] }: ItemProps) {
  return (
    <Link
      to={row.productId === null ? paths.home : paths.product(row.productId)}
      className="group flex min-w-0 items-center gap-3 rounded-control md:gap-4"
    >
      <div className="w-16 shrink-0 rounded-control bg-card p-1.5 sm:w-20 md:w-24">
        <ProductPicture src={row.thumbnail} />
      </div>
      <div className="min-w-0">
        <p className="line-clamp-3 font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {row.name}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          Size {row.size}
          {notes.map((note) => (
            // The space lets a narrow screen break the line.
            <Fragment key={note}>
              {' '}
              <span className="whitespace-nowrap">· {note}</span>
            </Fragment>
          ))}
        </p>
      </div>
    </Link>
  );
}
