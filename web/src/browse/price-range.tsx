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

/** Two fields for whole dollars. A value applies on Enter, or when the field is left. */
export function PriceRange({ filters, prices, onChoose }: PriceRangeProps) {
  const { from, to } = filters;
  const errorId = useId();
  const [error, setError] = useState('');
  const choose = (name: 'from' | 'to', text: string) => {
    const price = text === '' ? null : Number(text);
    const range = { from, to, [name]: price };
    if (price === filters[name]) {
      return;
    }
    if (range.from !== null && range.to !== null && range.from > range.to) {
      setError('The lower price is above the higher one.');
      return;
    }
    setError('');
    onChoose({ ...filters, ...range, page: 1 });
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <PriceField
          key={`from ${from}`}
          name="from"
          label="From"
          price={from}
          possible={prices?.lowest}
          errorId={error === '' ? undefined : errorId}
          onChoose={(text) => choose('from', text)}
        />
        <PriceField
          key={`to ${to}`}
          name="to"
          label="To"
          price={to}
          possible={prices?.highest}
          errorId={error === '' ? undefined : errorId}
          onChoose={(text) => choose('to', text)}
        />
      </div>
      <p id={errorId} role="alert" className={error === '' ? '' : 'mt-1.5 text-sm text-error'}>
        {error}
      </p>
    </>
  );
}

interface PriceFieldProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly price: number | null;
  readonly possible: number | undefined;
  readonly errorId: string | undefined;
  readonly onChoose: (text: string) => void;
}

function PriceField({ name, label, price, possible, errorId, onChoose }: PriceFieldProps) {
  const [text, setText] = useState(price === null ? '' : String(price));
  const input = useRef<HTMLInputElement>(null);
  const type = (typed: string) => setText(typed.replaceAll(/\D/g, '').slice(0, MAX_DIGITS));
  useEarlyText(input, type);
  const chooseAfterPress = useAfterPress(() => onChoose(text));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') {
      onChoose(text);
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
