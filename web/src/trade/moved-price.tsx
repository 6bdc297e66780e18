import { priceText } from '@perkex/core/market/price-text.js';
import { useEffect } from 'react';
import { announceLive } from '../live/announce.js';
import { Button } from '../ui/button.js';

/** The owner of what the order panel announces. */
export const PANEL = 'order panel';

interface MovedPriceProps {
  /** The name of the price, such as 'lowest ask'. */
  readonly name: string;
  readonly seenPriceCents: number;
  readonly priceCents: number;
  readonly onAccept: (priceCents: number) => void;
}

interface ReplacedPriceProps {
  /** The name of the price, such as 'lowest ask'. */
  readonly name: string;
  readonly replacedPriceCents: number;
  readonly priceCents: number;
}

/** Reports that the panel has taken over a better price. */
export function ReplacedPrice({ name, replacedPriceCents, priceCents }: ReplacedPriceProps) {
  const sentence = `${moveSentence(name, replacedPriceCents, priceCents)} Your price follows.`;
  useEffect(() => announceLive(sentence, PANEL), [sentence]);
  return <p className="text-sm/6 font-semibold">{sentence}</p>;
}

function moveSentence(name: string, fromCents: number, toCents: number): string {
  const direction = toCents > fromCents ? 'risen' : 'fallen';
  return `The ${name} has ${direction} from ${priceText(fromCents)} to ${priceText(toCents)}.`;
}

/** The new, worse market price beside the price that the trader has seen. It applies only once it is accepted. */
export function MovedPrice({ name, seenPriceCents, priceCents, onAccept }: MovedPriceProps) {
  const price = priceText(priceCents);
  const sentence = moveSentence(name, seenPriceCents, priceCents);
  useEffect(() => announceLive(sentence, PANEL), [sentence]);
  return (
    <div className="flex flex-col items-start gap-3 rounded-card bg-card p-4">
      <p>{sentence}</p>
      <Button look="strong" onClick={() => onAccept(priceCents)}>
        Accept {price}
      </Button>
    </div>
  );
}
