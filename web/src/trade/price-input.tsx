import { centsToDollars } from '@perkex/core/money.js';
import type { Ref } from 'react';

interface PriceInputProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly name: string;
  /** The field is empty at 0 and at null. */
  readonly priceCents: number | null;
  readonly isDisabled: boolean;
  /** True if the price no longer counts. */
  readonly isOutdated: boolean;
  /** The ids of the elements that describe the price. */
  readonly descriptionIds: string;
  readonly onType: (text: string) => void;
}

/** A price in whole dollars (section 4, "Price input"). */
export function PriceInput({
  ref,
  name,
  priceCents,
  isDisabled,
  isOutdated,
  descriptionIds,
  onType,
}: PriceInputProps) {
  return (
    <div className="relative">
      <input
        ref={ref}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={name}
        aria-describedby={descriptionIds}
        placeholder={name}
        disabled={isDisabled}
        value={priceCents ? centsToDollars(priceCents) : ''}
        onChange={(event) => onType(event.target.value)}
        className={`price min-h-16 w-full rounded-control border border-edge bg-paper py-2 pr-10 pl-4 text-3xl placeholder:font-semibold placeholder:text-muted disabled:border-line disabled:bg-card ${isOutdated ? 'text-muted line-through' : ''}`}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-4 flex items-center text-2xl text-muted"
      >
        $
      </span>
    </div>
  );
}
