import { priceText } from '@perkex/core/market/price-text.js';
import { centsToDollars, dollarsToCents } from '@perkex/core/money.js';
import { parsePriceInput } from '@perkex/core/price-input.js';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { unlessSignedOut } from '../api/call.js';
import { isEnding, setWatch, type Watched } from '../api/watching.js';

interface AlertFieldProps {
  readonly uid: string;
  readonly watched: Watched;
  /** The newest one, saved or not: in whole dollars, null for none. */
  readonly alert: number | null;
  /** What the field is called. */
  readonly name: string;
  /** Hears in a sentence what came of it. */
  readonly onSaved: (sentence: string) => void;
  readonly onFailure: (sentence: string) => void;
}

/**
 * The price of an alert, saved by Enter or when the field is left; Escape takes back what was typed. An empty field means
 * none.
 */
export function AlertField({ uid, watched, alert, name, onSaved, onFailure }: AlertFieldProps) {
  const client = useQueryClient();
  /** Null while nothing has been typed. */
  const [typed, setTyped] = useState<number | null>(null);
  const shown = typed ?? alert ?? 0;
  const save = () => {
    const wanted = typed === 0 ? null : typed;
    // A field that goes because its watch has been ended does not begin it again.
    if (typed === null || isEnding(watched)) {
      return;
    }
    setTyped(null);
    if (wanted !== alert) {
      setWatch(client, uid, { ...watched, alert: wanted }).then(
        (answer) => answer && onSaved(savedSentence(answer)),
        unlessSignedOut(({ message }) => onFailure(message)),
      );
    }
  };
  // A field that is closed in the middle of it, by a press elsewhere, is left without being told.
  const saveOnLeaving = useEffectEvent(save);
  useEffect(() => () => saveOnLeaving(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      save();
    } else if (event.key === 'Escape' && typed !== null) {
      // What is typed goes, not what the field stands in.
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
    ? `There is an ask at ${price} or less now. We'll tell you of the next one.`
    : `We'll tell you when an ask comes at ${price} or less.`;
}
