import type { Browse } from '@perkex/contract/finding.js';
import type { Filters } from '@perkex/core/finding/filters.js';
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useAfterPress } from '../ui/use-after-press.js';

interface PriceRangeProps {
  readonly filters: Filters;
  /** The range of lowest asks. */
  readonly prices: Browse['prices'];
  readonly onChoose: (filters: Filters) => void;
}

const MAX_DIGITS = 7;

/** Two fields for whole dollars. Both apply on Enter, or when one of them is left. */
export function PriceRange({ filters, prices, onChoose }: PriceRangeProps) {
  const { from, to } = filters;
  const errorId = useId();
  const [applied, setApplied] = useState({ from, to });
  const [texts, setTexts] = useState({ from: textOf(from), to: textOf(to) });
  const [error, setError] = useState('');
  if (applied.from !== from || applied.to !== to) {
    // The text of an unchanged price stays, because it may still be being typed, unless it was refused.
    const isKept = (name: 'from' | 'to') => error === '' && applied[name] === filters[name];
    setApplied({ from, to });
    setTexts({
      from: isKept('from') ? texts.from : textOf(from),
      to: isKept('to') ? texts.to : textOf(to),
    });
    setError('');
  }
  const type = (typed: Partial<typeof texts>) => setTexts((before) => ({ ...before, ...typed }));
  const choose = () => {
    const range = { from: priceOf(texts.from), to: priceOf(texts.to) };
    const isUpsideDown = range.from !== null && range.to !== null && range.from > range.to;
    setError(isUpsideDown ? 'The lower price is above the higher one.' : '');
    if (!isUpsideDown && (range.from !== from || range.to !== to)) {
      onChoose({ ...filters, ...range, page: 1 });
    }
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <PriceField
          name="from"
          label="From"
          text={texts.from}
          possible={prices?.lowest}
          errorId={error === '' ? undefined : errorId}
          onType={(text) => type({ from: text })}
          onChoose={choose}
        />
        <PriceField
          name="to"
          label="To"
          text={texts.to}
          possible={prices?.highest}
          errorId={error === '' ? undefined : errorId}
          onType={(text) => type({ to: text })}
          onChoose={choose}
        />
      </div>
      <p id={errorId} role="alert" className={error === '' ? '' : 'mt-1.5 text-sm text-error'}>
        {error}
      </p>
    </>
  );
}

function textOf(price: number | null): string {
  return price === null ? '' : String(price);
}

function priceOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

interface PriceFieldProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly text: string;
  readonly possible: number | undefined;
  readonly errorId: string | undefined;
  readonly onType: (text: string) => void;
  readonly onChoose: () => void;
}

function PriceField({ name, label, text, possible, errorId, onType, onChoose }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const type = (typed: string) => onType(typed.replaceAll(/\D/g, '').slice(0, MAX_DIGITS));
  useEarlyText(input, type);
  const chooseAfterPress = useAfterPress(onChoose);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') {
      onChoose();
    }
  };
  return (
    <label className="block min-w-0 text-sm text-muted">
      {label}
      <span className="relative mt-1 block">
        <input
          ref={input}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          placeholder={possible === undefined ? undefined : String(possible)}
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          onChange={({ target }) => type(target.value)}
          onBlur={chooseAfterPress}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full rounded-control border border-edge bg-paper pr-7 pl-3 text-base text-ink tabular-nums placeholder:text-muted lg:min-h-9"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-base"
        >
          $
        </span>
      </span>
    </label>
  );
}

/** Reports text that was typed before hydration: React keeps it in the input, but fires no event for it. */
function useEarlyText(input: RefObject<HTMLInputElement | null>, onText: (text: string) => void): void {
  const takeOver = useEffectEvent(() => {
    const { current } = input;
    if (current && current.value !== current.defaultValue) {
      onText(current.value);
    }
  });
  useLayoutEffect(() => takeOver(), []);
}
