import type { Review } from '@perkex/contract/verification.js';
import { Check, X } from 'lucide-react';

/** The points of a checklist as they were answered. */
export function AnsweredPoints({ points }: Pick<Review, 'points'>) {
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {points.map(({ point, isInOrder }) => (
        <li key={point} className="flex gap-2">
          {isInOrder ? (
            <Check aria-label="In order:" className="mt-0.5 size-4 shrink-0" />
          ) : (
            <X aria-label="Not in order:" className="mt-0.5 size-4 shrink-0 text-error" />
          )}
          <span className="min-w-0 wrap-anywhere">{point}</span>
        </li>
      ))}
    </ul>
  );
}
