import { Check } from 'lucide-react';
import { useState } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import { CheckboxField } from '../ui/field.js';
import type { FinalChecks as Checks } from './trade-side.js';

interface FinalChecksProps {
  readonly checks: Checks;
  /** True if they were ticked before, for the same order. */
  readonly areTicked: boolean;
  /** Called with true once all of them are ticked. */
  readonly onChange: (areAllTicked: boolean) => void;
}

/** Sellers tick them, buyers only read them (section 4, "Final checks"). */
export function FinalChecks({ checks: { labels, areFixed }, areTicked, onChange }: FinalChecksProps) {
  const [ticked, setTicked] = useState<readonly string[]>(areTicked ? labels : []);
  const tick = (label: string, isTicked: boolean) => {
    const others = ticked.filter((other) => other !== label);
    const next = isTicked ? [...others, label] : others;
    setTicked(next);
    onChange(labels.every((each) => next.includes(each)));
  };
  return (
    <fieldset className={areFixed ? 'flex flex-wrap gap-x-6' : 'flex flex-col gap-1'}>
      <legend className="sr-only">Final checks</legend>
      {labels.map((label) =>
        areFixed ? (
          <FixedCheck key={label} label={label} />
        ) : (
          <CheckboxField
            key={label}
            label={label}
            checked={ticked.includes(label)}
            onChange={(event) => tick(label, event.target.checked)}
          />
        ),
      )}
      {/* Until PerkeX verifies pairs, these are the seller's statements. */}
      {areFixed && !haveDealsStarted() ? (
        <p className="flex min-h-11 items-center text-sm text-muted">not yet verified</p>
      ) : null}
    </fieldset>
  );
}

/** Always ticked. Drawn here, because browsers grey out disabled checkboxes. */
function FixedCheck({ label }: { label: string }) {
  return (
    <label className="relative flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked
        disabled
        className="size-5 shrink-0 appearance-none rounded-[4px] bg-ink"
      />
      <Check aria-hidden className="pointer-events-none absolute left-0.5 size-4 text-paper" />
      <span>{label}</span>
    </label>
  );
}
