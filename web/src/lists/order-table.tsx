import type { ReactNode } from 'react';

interface OrderTableProps {
  readonly name: string;
  /** The headings of the columns; the first column holds the items. */
  readonly columns: readonly string[];
  /** The heading of a last column of buttons, for screen readers only. */
  readonly buttonColumn?: string;
  /** True if rows become cards on small screens. The headings are then for screen readers only. */
  readonly hasCards?: boolean;
  /** True if it scrolls sideways when enlarged text needs more room than the page has. */
  readonly mayScroll?: boolean;
  /** The rows, one `<tr>` each. */
  readonly children: ReactNode;
}

/** A table of orders or trades, with items on the left and prices on the right. */
export function OrderTable({
  name,
  columns,
  buttonColumn,
  hasCards = false,
  mayScroll = false,
  children,
}: OrderTableProps) {
  const table = (
    <table aria-label={name} className={`relative w-full ${hasCards ? 'max-lg:block' : ''}`}>
      <thead className={hasCards ? 'max-lg:sr-only' : ''}>
        <tr className="border-b border-line text-sm text-muted">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`py-3 font-medium ${index === 0 ? 'text-left' : 'w-20 pl-3 text-right sm:w-[min(7rem,9vw)]'}`}
            >
              {column}
            </th>
          ))}
          {buttonColumn === undefined ? null : (
            <th scope="col" className="w-10 lg:w-14">
              <span className="sr-only">{buttonColumn}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className={hasCards ? 'max-lg:block' : ''}>{children}</tbody>
    </table>
  );
  return mayScroll ? <div className="overflow-x-auto">{table}</div> : table;
}

/** A price; in a card the heading of its column is shown above it. */
export function PriceCell({ column, children }: { column: string; children: ReactNode }) {
  return (
    <td className="lg:pl-4 lg:text-right">
      <span aria-hidden className="block text-xs/5 text-muted lg:hidden">
        {column}
      </span>
      <span className="price block text-base/6">{children}</span>
    </td>
  );
}
