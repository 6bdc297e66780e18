import { Check } from 'lucide-react';
import type { Ref } from 'react';
import type { OwnDeal } from '../api/deals.js';
import { outlookOf } from './outlook.js';
import { STAGES, STAGES_DONE, stateWords } from './state-words.js';
import { useDeadline } from './use-moment.js';

interface DealStatusProps {
  readonly deal: OwnDeal;
  /** The heading with the state. */
  readonly heading: Ref<HTMLHeadingElement>;
}

/** Where a deal is, what happens next, by when, and what if not. */
export function DealStatus({ deal, heading }: DealStatusProps) {
  const deadline = useDeadline();
  const { next, dueAt, otherwise } = outlookOf(deal);
  const done = STAGES_DONE[deal.state];
  return (
    <div className="flex flex-col gap-5 rounded-card bg-card p-5 md:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none md:text-3xl">
        {stateWords(deal).label}
      </h2>
      {done === null ? null : <Progress done={done} />}
      <div className="flex flex-col gap-1">
        <p className="max-w-prose">{next}</p>
        {dueAt === null ? null : (
          <p className="font-semibold">
            By <time dateTime={dueAt}>{deadline(dueAt)}</time>
          </p>
        )}
        {otherwise === null ? null : <p className="max-w-prose text-sm text-muted">{otherwise}</p>}
      </div>
    </div>
  );
}

/** The stages of a deal, with those that are done. */
function Progress({ done }: { readonly done: number }) {
  return (
    <ol className="grid grid-cols-5 gap-1.5 md:gap-2">
      {STAGES.map((stage, index) => {
        const isDone = index < done;
        return (
          <li key={stage} className="flex min-w-0 flex-col gap-2">
            <span aria-hidden className={`h-1 rounded-full ${isDone ? 'bg-bid' : 'bg-line'}`} />
            <span
              className={`flex flex-wrap items-center gap-x-1 text-xs/4 sm:text-sm ${isDone ? 'font-semibold' : 'text-muted'}`}
            >
              {isDone ? <Check aria-hidden className="size-3.5 shrink-0 text-bid max-sm:hidden" /> : null}
              {stage}
              <span className="sr-only">{isDone ? ', done' : ', not yet'}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
