import type { OrderRow } from '@perkex/contract/user-data.js';
import type { ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';

interface ItemProps {
  readonly row: Pick<OrderRow, 'productId' | 'name' | 'brand' | 'thumbnail'> & {
    /** Null for all sizes. */
    readonly size: string | null;
  };
  /** Shown after the size. */
  readonly children?: ReactNode;
  /** True to show size and notes in columns beside the name if there is room. */
  readonly isWide?: boolean;
}

/** The product of a row, as a link: thumbnail, name and size. */
export function Item({ row, children, isWide = false }: ItemProps) {
  return (
    <Link
      to={row.productId === null ? paths.home : paths.product(row.productId)}
      className="group flex min-w-0 items-center gap-3 rounded-control"
    >
      <div className="w-16 shrink-0 rounded-control bg-card p-1.5">
        <ProductPicture src={row.thumbnail} />
      </div>
      <div className={`min-w-0 flex-1 ${isWide ? 'lg:flex lg:flex-wrap lg:items-center lg:gap-x-3' : ''}`}>
        <p className="line-clamp-3 grow basis-64 font-semibold wrap-anywhere underline-offset-4 group-hover:underline lg:text-[0.9375rem]/5">
          {row.name}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted max-lg:mt-0.5">
          <span
            className={`flex flex-wrap items-baseline gap-x-1.5 whitespace-nowrap ${isWide ? 'lg:w-18 lg:flex-col' : ''}`}
          >
            <span>{row.size === null ? 'All sizes' : `Size ${row.size}`}</span>
            {row.size === null ? null : <ShownSize shoe={row} size={row.size} className="text-sm" />}
          </span>
          {children}
        </p>
      </div>
    </Link>
  );
}
