import { useState } from 'react';
import type { DealActionProps } from './deal-action.js';

/** Whether a card was saved for the deal as it is. The payment with it changes the version of the deal. */
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
