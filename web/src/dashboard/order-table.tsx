import type { ReactNode } from 'react';

interface OrderTableProps {
  readonly name: string;
  /** The headings of the columns; the first one is the items'. */
  readonly columns: readonly string[];
  /** The heading of a last column that only holds buttons, for those who hear the table. */
  readonly buttonColumn?: string;
  /** The rows, one `<tr>` each. */
  readonly children: ReactNode;
}

/** A table that becomes a list of cards where the screen has no room for its columns. */
export function OrderTable({ name, columns, buttonColumn, children }: OrderTableProps) {
  return (
    <table aria-label={name} className="relative w-full max-lg:block">
      <thead className="max-lg:sr-only">
        <tr className="border-b border-line text-sm text-muted">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`py-3 font-medium ${index === 0 ? 'text-left' : 'w-32 pl-4 text-right'}`}
            >
              {column}
            </th>
          ))}
          {buttonColumn === undefined ? null : (
            <th scope="col" className="w-16">
              <span className="sr-only">{buttonColumn}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-lg:block">{children}</tbody>
    </table>
  );
}

/** A price with the heading of its column, which a card shows above it. */
export function PriceCell({ column, children }: { column: string; children: ReactNode }) {
  return (
    <td className="whitespace-nowrap lg:pl-4 lg:text-right">
      <span aria-hidden className="block text-xs/5 text-muted lg:hidden">
        {column}
      </span>
      <span className="price block text-base/6">{children}</span>
    </td>
  );
}

/** What stands in place of an empty list (section 2). */
export function EmptyList() {
  return <p className="py-6 text-muted">--</p>;
}
