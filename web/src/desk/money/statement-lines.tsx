import type { BookingResultName } from '@perkex/contract/desk-money.js';
import type { StatementLine } from '../../api/desk-money.js';
import { paths } from '../../links/paths.js';
import { GrowingList } from '../../lists/growing-list.js';
import { Link } from '../../routing/link.js';
import { LINE_GROUPS, RESULTS } from './booking-words.js';

/** The lines of a statement in groups, those that need a member first. */
export function StatementLines({ lines }: { readonly lines: readonly StatementLine[] }) {
  return LINE_GROUPS.map(({ title, task, results }) => {
    const order: readonly BookingResultName[] = results;
    const group = lines
      .filter(({ result }) => order.includes(result))
      .sort((one, other) => order.indexOf(one.result) - order.indexOf(other.result) || one.line - other.line);
    return group.length === 0 ? null : (
      <section key={title} aria-label={title} className="flex flex-col gap-2">
        <h3 className="text-lg">
          {title} <span className="text-muted tabular-nums">{group.length}</span>
        </h3>
        {task === null ? null : <p className="max-w-prose text-sm text-muted">{task}</p>}
        <GrowingList rows={group}>
          {(shown) => (
            <ul className="divide-y divide-line border-y border-line">
              {shown.map((line) => (
                <li key={line.line}>
                  <LineRow line={line} />
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      </section>
    );
  });
}

function LineRow({
  line: { line, amount, result, code, reference, text },
}: {
  readonly line: StatementLine;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 md:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)_8rem]">
      <span className="text-sm text-muted">Line {line}</span>
      <span className="min-w-0 max-md:row-start-2">
        {RESULTS[result]}
        {text === null || text === '' ? null : (
          <span className="block text-sm text-muted wrap-anywhere">{text}</span>
        )}
      </span>
      <span className="min-w-0 text-sm max-md:row-start-3">
        {code === null ? null : (
          <Link
            to={paths.deskDeal(code)}
            className="whitespace-nowrap tabular-nums underline underline-offset-4"
          >
            {code}
          </Link>
        )}
        {reference === null ? null : <span className="block text-muted tabular-nums">{reference}</span>}
      </span>
      <span className="text-right font-semibold tabular-nums max-md:col-start-2 max-md:row-start-1">
        {amount}
      </span>
    </div>
  );
}
