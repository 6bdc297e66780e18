import { useEffect, useRef } from 'react';
import { useMoment } from '../../deals/use-moment.js';
import { Button } from '../../ui/button.js';
import { differences, LABELS, type ProductContent, shownPart } from './product-content.js';

/** A change by another member during the edit of this one. */
export interface Conflict {
  /** Null if it was not done at the desk. */
  readonly by: string | null;
  readonly at: string | null;
  readonly theirs: ProductContent;
}

interface ConflictNoticeProps {
  readonly conflict: Conflict;
  /** The content before the edits of both members, and with those of this one. */
  readonly base: ProductContent;
  readonly mine: ProductContent;
  /** Explains the state of the member's own changes. */
  readonly explanation?: string;
  readonly onKeep: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shows who has changed what in the meantime, and lets the member decide how to go on. */
export function ConflictNotice({
  conflict,
  base,
  mine,
  explanation = 'Your own changes were not saved, and nothing of theirs is lost.',
  onKeep,
  onTakeTheirs,
}: ConflictNoticeProps) {
  const { by, at, theirs } = conflict;
  const moment = useMoment();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const own = differences(base, mine);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="flex flex-col gap-4 rounded-card border border-error p-5"
    >
      <h2 id="conflict" className="text-xl">
        {by ?? 'Someone else'} has changed this product
      </h2>
      <p>
        {at === null ? '' : `It was saved on ${moment(at)}. `}
        {explanation}
      </p>
      <ul className="flex flex-col gap-2">
        {differences(base, theirs).map((part) => (
          <li key={part} className="wrap-anywhere">
            <span className="font-semibold">{LABELS[part]}</span>: {shownPart(base, part)} →{' '}
            {shownPart(theirs, part)}
            {own.includes(part) ? (
              <span className="block text-muted">Yours: {shownPart(mine, part)}</span>
            ) : null}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="strong" onClick={onKeep}>
          Add my changes to theirs
        </Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </section>
  );
}
