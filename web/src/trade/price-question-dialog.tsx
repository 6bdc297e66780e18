import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import type { PriceReference } from '@perkex/core/panels/price-question.js';
import { useRef } from 'react';
import { PriceConfirmation } from '../orders/price-confirmation.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';

interface PriceQuestionDialogProps {
  /** The name of the price in the review. */
  readonly priceName: string;
  readonly mode: PanelMode;
  readonly priceCents: number;
  readonly size: string;
  /** Null if the server knows a price that this page does not. */
  readonly reference: PriceReference | null;
  readonly onContinue: () => void;
  readonly onBack: () => void;
}

/**
 * Asks for confirmation of a price that is far worse than the market's (orders-beyond, "Slips of the finger").
 */
export function PriceQuestionDialog({
  priceName,
  mode,
  priceCents,
  size,
  reference,
  ...on
}: PriceQuestionDialogProps) {
  const price = priceText(priceCents);
  // A second Enter leads back to the price, not on to the review.
  const back = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={`Really ${price}?`} onCancel={on.onBack} firstFocus={back}>
      <dl className="grid grid-cols-2 gap-4">
        <Figure name={priceName} priceCents={priceCents} />
        {reference === null ? null : (
          <Figure name={referenceName(reference.of, size)} priceCents={reference.priceCents} />
        )}
      </dl>
      <p>
        This is far worse for you than the market.
        {mode === 'place' ? ' Prices are whole dollars: points and commas are ignored.' : ''}
      </p>
      <Button ref={back} look="strong" onClick={on.onBack}>
        {mode === 'place' ? 'Change the price' : 'Go back'}
      </Button>
      <PriceConfirmation
        label="If you mean it, type the price again"
        priceCents={priceCents}
        onConfirm={on.onContinue}
        className="border-t border-line pt-5"
      >
        Continue with {price}
      </PriceConfirmation>
    </Dialog>
  );
}

function Figure({ name, priceCents }: { name: string; priceCents: number }) {
  return (
    <div className="flex flex-col justify-between">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="price text-2xl">{priceText(priceCents)}</dd>
    </div>
  );
}

function referenceName(reference: PriceReference['of'], size: string): string {
  switch (reference) {
    case 'lowest-ask':
      return 'Lowest Ask';
    case 'highest-bid':
      return 'Highest Bid';
    case 'sale-of-size':
      return `Last sale of size ${size}`;
    case 'sale-of-product':
      return 'Last sale of another size';
  }
}
