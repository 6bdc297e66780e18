import { priceText } from '@perkex/core/market/price-text.js';
import { centsToDollars, dollarsToCents } from '@perkex/core/money.js';
import { parsePriceInput } from '@perkex/core/price-input.js';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { isEnding, setWatch, type Watched } from '../api/watching.js';

interface AlertFieldProps {
  readonly userId: string;
  readonly watched: Watched;
  /** The newest alert, saved or not, in whole dollars; null for none. */
  readonly alert: number | null;
  /** The name of the field. */
  readonly name: string;
  /** Called with a sentence about the outcome. */
  readonly onSaved: (sentence: string) => void;
  readonly onFailure: (sentence: string) => void;
}

/**
 * The price of an alert. Enter or leaving the field saves it; Escape discards the typed price. An empty field means no
 * alert.
 */
export function AlertField({ userId, watched, alert, name, onSaved, onFailure }: AlertFieldProps) {
  const client = useQueryClient();
  /** Null until the user types. */
  const [typed, setTyped] = useState<number | null>(null);
  const shown = typed ?? alert ?? 0;
  const save = () => {
    const wanted = typed === 0 ? null : typed;
    // Ending the watch removes the field; that must not start the watch again.
    if (typed === null || isEnding(watched)) {
      return;
    }
    setTyped(null);
    if (wanted !== alert) {
      setWatch(client, userId, { ...watched, alert: wanted }).then(
        (answer) => answer && onSaved(savedSentence(answer)),
        unlessSignedOut(({ message }) => onFailure(message)),
      );
    }
  };
  // A press elsewhere can remove the field without a blur event.
  const saveOnLeaving = useEffectEvent(save);
  useEffect(() => () => saveOnLeaving(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      save();
    } else if (event.key === 'Escape' && typed !== null) {
      // Escape discards the typed price, but does not close what contains the field.
      event.nativeEvent.stopImmediatePropagation();
      setTyped(null);
    }
  };
  return (
    <span className="relative block">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        aria-label={name}
        placeholder="None"
        value={shown === 0 ? '' : shown}
        onChange={({ target }) => setTyped(centsToDollars(parsePriceInput(target.value)))}
        onBlur={save}
        onKeyDown={press}
        className="price min-h-11 w-full rounded-control border border-edge bg-paper py-2 pr-7 pl-3 text-base placeholder:font-normal placeholder:text-muted"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted"
      >
        $
      </span>
    </span>
  );
}

function savedSentence({ alert, isMet }: { readonly alert: number | null; readonly isMet: boolean }): string {
  if (alert === null) {
    return 'The alert is off.';
  }
  const price = priceText(dollarsToCents(alert));
  return isMet
    ? `There is an ask at ${price} or less now. We'll alert you to the next one.`
    : `We'll alert you when there is an ask at ${price} or less.`;
}
