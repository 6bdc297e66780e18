import { priceText } from '@perkex/core/market/price-text.js';
import { centsToDollars } from '@perkex/core/money.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import { isPriceRepeated, type PriceReference } from '@perkex/core/panels/price-question.js';
import { type FormEvent, useRef } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextField } from '../ui/field.js';
import { HoldButton } from '../ui/hold-button.js';
import { useCheckedField } from '../ui/use-checked-field.js';

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
 * Asks for confirmation of a price that is far worse than the market's (orders-beyond, "Slips of the finger"). A press
 * alone may be part of the slip, so the price has to be typed again, or the button held.
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
  const field = useCheckedField();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isPriceRepeated(field.value, priceCents)) {
      on.onContinue();
    } else {
      field.refuse(`Type ${centsToDollars(priceCents)} to confirm ${price}, or change the price.`);
    }
  };
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
      <form noValidate onSubmit={confirm} className="flex flex-col gap-2 border-t border-line pt-5">
        <TextField
          label="If you mean it, type the price again"
          inputMode="numeric"
          autoComplete="off"
          {...field.input}
        />
        <HoldButton onHeld={on.onContinue}>Continue with {price}</HoldButton>
      </form>
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

function referenceName(of: PriceReference['of'], size: string): string {
  switch (of) {
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
