import { counted } from '@perkex/core/counted.js';
import { DEFAULT_LIFETIME_DAYS } from '@perkex/core/order-book/lifetime.js';
import type { PanelMode } from '@perkex/core/panels/panel.js';
import { CheckboxField } from '../ui/field.js';

interface RelistChoiceProps {
  readonly mode: PanelMode;
  readonly isRelisting: boolean;
  readonly onChoose: (isRelisting: boolean) => void;
}

/** Chooses whether the pair is listed again if its buyer does not pay (after-the-trade, "Deal states"). */
export function RelistChoice({ mode, isRelisting, onChoose }: RelistChoiceProps) {
  return (
    <CheckboxField
      label="List it again if the buyer does not pay"
      {...(mode === 'now' && {
        hint: `As an ask at the price of the sale, for ${counted(DEFAULT_LIFETIME_DAYS, 'day')}.`,
      })}
      checked={isRelisting}
      onChange={(event) => onChoose(event.target.checked)}
    />
  );
}

/** The choice as a sentence of the review. */
export function relistText(isRelisting: boolean): string {
  return `If the buyer does not pay, the pair is ${isRelisting ? '' : 'not '}listed again.`;
}
