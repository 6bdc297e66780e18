import { priceText } from '@perkex/core/market/price-text.js';
import { centsToDollars } from '@perkex/core/money.js';
import { isPriceRepeated } from '@perkex/core/panels/price-question.js';
import type { FormEvent, ReactNode } from 'react';
import { TextField } from '../ui/field.js';
import { HoldButton } from '../ui/hold-button.js';
import { useCheckedField } from '../ui/use-checked-field.js';

interface PriceConfirmationProps {
  /** Asks to type the price again. */
  readonly label: string;
  /** With several prices, the one to be typed. */
  readonly priceCents: number;
  readonly onConfirm: () => void;
  /** The name of the button. */
  readonly children: ReactNode;
  readonly className: string;
}

/**
 * The second gesture for a price that is far worse than the market's (orders-beyond, "Slips of the finger"): the price
 * is typed again, or the button held. A press alone may be part of the slip.
 */
export function PriceConfirmation({
  label,
  priceCents,
  onConfirm,
  children,
  className,
}: PriceConfirmationProps) {
  const field = useCheckedField();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (isPriceRepeated(field.value, priceCents)) {
      onConfirm();
    } else {
      field.refuse(
        `Type ${centsToDollars(priceCents)} to confirm ${priceText(priceCents)}, or change the price.`,
      );
    }
  };
  return (
    <form noValidate onSubmit={confirm} className={`flex flex-col gap-2 ${className}`}>
      <TextField label={label} inputMode="numeric" autoComplete="off" {...field.input} />
      <HoldButton onHeld={onConfirm}>{children}</HoldButton>
    </form>
  );
}
