import { useState } from 'react';
import type { DealActionProps } from './deal-action.js';

/**
 * Remembers the version of the deal for which a card was saved. The payment with the card changes the version, maybe
 * before the answer arrives. So forms call the `onSaved` of the time when they were submitted.
 */
export function useCardSaved({ deal, onTaken }: DealActionProps) {
  const [savedFor, setSavedFor] = useState<number | null>(null);
  return {
    isSaved: savedFor === deal.version,
    onSaved() {
      setSavedFor(deal.version);
      onTaken();
    },
  };
}

export function CardSaved() {
  return <p role="status">Your card is saved. We collect your payment.</p>;
}
