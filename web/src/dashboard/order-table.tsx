import type { ReactNode } from 'react';

interface OrderTableProps {
  readonly name: string;
  /** The headings of the columns; the first one is the items'. */
  readonly columns: readonly string[];
  /** The heading of a last column that only holds buttons, for those who hear the table. */
  readonly buttonColumn?: string;
  /** Whether its rows are cards where the screen has no room for the columns; the headings are only heard then. */
  readonly hasCards?: boolean;
  /** The rows, one `<tr>` each. */
  readonly children: ReactNode;
}

/** A table of orders or trades: items on the left, prices on the right. */
export function OrderTable({ name, columns, buttonColumn, hasCards = false, children }: OrderTableProps) {
  return (
    <table aria-label={name} className={`relative w-full ${hasCards ? 'max-lg:block' : ''}`}>
      <thead className={hasCards ? 'max-lg:sr-only' : ''}>
        <tr className="border-b border-line text-sm text-muted">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`py-3 font-medium ${index === 0 ? 'text-left' : 'w-20 pl-3 text-right sm:w-32'}`}
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
      <tbody className={hasCards ? 'max-lg:block' : ''}>{children}</tbody>
    </table>
  );
}

/** What stands in place of an empty list (section 2). */
export function EmptyList() {
  return <p className="py-6 text-muted">--</p>;
}
