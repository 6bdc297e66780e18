import type { BookingResultName } from '@perkex/contract/desk-money.js';
import type { StatementLine } from '../../api/desk-money.js';
import { GrowingList } from '../../lists/growing-list.js';
import { LINE_GROUPS, RESULTS } from './booking-words.js';
import { DealCode } from './deal-code.js';

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
    <div className="grid grid-cols-[3rem_minmax(0,1fr)_auto] gap-x-3 py-2.5">
      <span className="text-muted tabular-nums">{line}</span>
      <span className="min-w-0">
        {RESULTS[result]}
        {text === null || text === '' ? null : (
          <span className="block text-sm text-muted wrap-anywhere">{text}</span>
        )}
        {code === null ? null : (
          <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
            <DealCode code={code} />
            {reference}
          </span>
        )}
      </span>
      <span className="text-right font-semibold tabular-nums">{amount}</span>
    </div>
  );
}
