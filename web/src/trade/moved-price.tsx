import { priceText } from '@perkex/core/market/price-text.js';
import { useEffect } from 'react';
import { announceLive } from '../live/announce.js';
import { Button } from '../ui/button.js';

interface MovedPriceProps {
  /** The name of the price, such as 'lowest ask'. */
  readonly name: string;
  readonly seenPriceCents: number;
  readonly priceCents: number;
  readonly onAccept: (priceCents: number) => void;
}

/** The new market price beside the price that the trader has seen. It applies only once it is accepted. */
export function MovedPrice({ name, seenPriceCents, priceCents, onAccept }: MovedPriceProps) {
  const direction = priceCents > seenPriceCents ? 'risen' : 'fallen';
  const price = priceText(priceCents);
  const sentence = `The ${name} has ${direction} from ${priceText(seenPriceCents)} to ${price}.`;
  useEffect(() => announceLive(sentence), [sentence]);
  return (
    <div className="flex flex-col items-start gap-3 rounded-card bg-card p-4">
      <p>{sentence}</p>
      <Button look="strong" onClick={() => onAccept(priceCents)}>
        Accept {price}
      </Button>
    </div>
  );
}
