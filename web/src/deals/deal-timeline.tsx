import type { OwnDeal } from '../api/deals.js';
import { SaleTime } from '../products/local-sale-time.js';
import { actorWords, eventWords } from './event-words.js';
import { Details } from './step-details.js';

/** The events of a deal, newest first: who acted, when and why. */
export function DealTimeline({ deal: { timeline, party } }: { readonly deal: OwnDeal }) {
  const entries = timeline.map((entry, index) => ({
    ...entry,
    words: eventWords(entry, timeline[index - 1]?.state ?? null, party),
    actor: actorWords(entry, party),
  }));
  return (
    <ol className="flex flex-col">
      {entries.reverse().map(({ version, words, actor, date, details }) => (
        <li key={version} className="group relative flex gap-4 pb-5 last:pb-0">
          <span aria-hidden className="relative flex w-3 shrink-0 justify-center">
            <span className="absolute top-2.5 -bottom-2.5 w-px bg-line group-last:hidden" />
            <span className="relative mt-1.5 size-2.5 rounded-full border-2 border-edge bg-paper group-first:border-ink group-first:bg-ink" />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{words}</p>
            <p className="text-sm text-muted">
              {actor} · <SaleTime date={date} />
            </p>
            {details === null ? null : <Details {...details} />}
          </div>
        </li>
      ))}
    </ol>
  );
}
