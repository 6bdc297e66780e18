import { counted } from '@perkex/core/counted.js';
import { LIFETIMES_DAYS, type LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { useId } from 'react';

interface LifetimeChoiceProps {
  readonly side: Side;
  readonly days: LifetimeDays;
  readonly onChoose: (days: LifetimeDays) => void;
}

/** Chooses the days after which an order that rests expires. */
export function LifetimeChoice({ side, days, onChoose }: LifetimeChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm">
        Your {side} expires after <span className="sr-only">this many days</span>
        <span aria-hidden>{counted(days, 'day')}</span>
      </legend>
      <div className="mt-2 grid grid-cols-7 gap-1">
        {LIFETIMES_DAYS.map((choice) => (
          <label
            key={choice}
            className="relative flex min-h-11 items-center justify-center rounded-control border border-line text-sm font-semibold tabular-nums hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              checked={days === choice}
              onChange={() => onChoose(choice)}
              aria-label={counted(choice, 'day')}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden>{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
