import type { OrderRow } from '@perkex/contract/user-data.js';
import { ProductPicture } from '../market/product-picture.js';

interface ItemProps {
  readonly row: OrderRow;
  /** Stands after the size. */
  readonly note?: string;
}

/** What a row is about: thumbnail, name and size. */
export function Item({ row, note }: ItemProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 md:gap-4">
      <div className="w-16 shrink-0 rounded-control bg-card p-1.5 sm:w-20 md:w-24">
        <ProductPicture src={row.thumbnail} />
      </div>
      <div className="min-w-0">
        <p className="line-clamp-3 font-semibold wrap-anywhere">{row.name}</p>
        <p className="mt-0.5 text-sm text-muted">
          Size {row.size}
          {note === undefined ? null : <span className="whitespace-nowrap"> · {note}</span>}
        </p>
      </div>
    </div>
  );
}
