import { dollarsText } from '../../deals/dollars-text.js';
import { Link } from '../../routing/link.js';

export interface SumsRow {
  readonly key: string;
  readonly name: string;
  /** The page of its parts. */
  readonly to: string;
  readonly in: number;
  readonly out: number;
  readonly balance: number;
  readonly transfers: number;
}

interface SumsTableProps {
  /** The heading of the names. */
  readonly title: string;
  readonly rows: readonly SumsRow[];
}

const NUMBER = 'px-1.5 py-2 text-right whitespace-nowrap tabular-nums';
/** A phone has no room for it. */
const NUMBER_OF_TRANSFERS = `${NUMBER} text-muted max-sm:hidden`;

/** Sums of money in dollars, each with a link to its parts. */
export function SumsTable({ title, rows }: SumsTableProps) {
  if (rows.length === 0) {
    return <p className="py-6">No money has moved.</p>;
  }
  return (
    // Focusable, so that its right part is reached by keys on a narrow screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label="Sums" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-y border-line text-sm md:text-base">
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 pr-2 text-left font-normal">
              {title}
            </th>
            {['In', 'Out', 'Balance'].map((name) => (
              <th key={name} scope="col" className={`${NUMBER} font-normal`}>
                {name}
              </th>
            ))}
            <th scope="col" className={`${NUMBER_OF_TRANSFERS} font-normal`}>
              Transfers
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, name, to, transfers, balance, ...sums }) => (
            <tr key={key}>
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              </th>
              <td className={NUMBER}>{dollarsText(sums.in)}</td>
              <td className={NUMBER}>{dollarsText(sums.out)}</td>
              <td className={`${NUMBER} font-semibold`}>{dollarsText(balance)}</td>
              <td className={NUMBER_OF_TRANSFERS}>{transfers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
