import type { ReactNode } from 'react';

interface ListTableProps {
  readonly caption: string;
  /** The first is left-aligned, the others right-aligned. */
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/** A list of orders or trades. */
export function ListTable({ caption, columns, children }: ListTableProps) {
  return (
    <table className="w-full table-fixed tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted *:px-1 *:py-2 *:font-normal *:first:pl-0 *:last:pr-0">
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={index === 0 ? 'w-1/4 text-left' : index === 1 ? 'w-1/4 text-right' : 'text-right'}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export const ROW_CLASS =
  'border-b border-line *:px-1 *:py-2.5 *:text-right *:first:pl-0 *:first:text-left *:last:pr-0';
