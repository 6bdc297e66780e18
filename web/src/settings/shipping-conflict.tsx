import type { Shipping, StoredShipping } from '@perkex/contract/user-data.js';
import { useId, useState } from 'react';
import type { ShippingChange } from '../api/user-data.js';
import { PausableButton, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { differingFields, SHIPPING_LABELS, type ShippingField } from './shipping-fields.js';

/** A change that was refused because another address had been stored since. */
export interface Conflict extends ShippingChange {
  /** The address that is stored now. */
  readonly other: StoredShipping;
}

interface ShippingConflictProps {
  readonly conflict: Conflict;
  readonly isBusy: boolean;
  readonly onSave: (shipping: Shipping) => void;
  readonly onCancel: () => void;
}

/**
 * Shows both values of each field that differs, and saves the ones that the user keeps. At first, fields that were
 * changed here keep their value, and the others take the stored one.
 */
export function ShippingConflict({ conflict, isBusy, onSave, onCancel }: ShippingConflictProps) {
  const { shipping: own, base, other } = conflict;
  const fields = differingFields(own, other);
  const [chosen, setChosen] = useState(() => {
    const followed = fields.filter((field) => own[field] === base[field]);
    return { ...own, ...valuesOf(other, followed) };
  });
  return (
    <Dialog title="Your shipping was changed in another tab" onCancel={onCancel} isBusy={isBusy}>
      <p className="text-muted">Nothing has been saved here yet. Choose what to keep.</p>
      <div className="flex flex-col gap-4">
        {fields.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            own={own[field]}
            other={other[field]}
            chosen={chosen[field]}
            onChoose={(value) => setChosen({ ...chosen, [field]: value })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <SettlingButton look="strong" subject="" isPaused={isBusy} onClick={() => onSave(chosen)}>
          Save these
        </SettlingButton>
        <PausableButton isPaused={isBusy} onClick={onCancel}>
          Back to the form
        </PausableButton>
      </div>
    </Dialog>
  );
}

function valuesOf(shipping: StoredShipping, fields: readonly ShippingField[]): Partial<StoredShipping> {
  return Object.fromEntries(fields.map((field) => [field, shipping[field]]));
}

interface FieldChoiceProps {
  readonly field: ShippingField;
  readonly own: string;
  readonly other: string;
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}

function FieldChoice({ field, own, other, chosen, onChoose }: FieldChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{SHIPPING_LABELS[field]}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {[
          { value: own, from: 'This form' },
          { value: other, from: 'The other tab' },
        ].map(({ value, from }) => (
          <label
            key={from}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-edge px-3 py-2 hover:bg-card has-checked:border-ink has-checked:bg-card"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0 wrap-anywhere">
              {value}
              <span className="block text-xs/5 text-muted">{from}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
