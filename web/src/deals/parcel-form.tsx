import { zodResolver } from '@hookform/resolvers/zod';
import {
  CARRIER_FACTS,
  CARRIERS,
  type Parcel,
  trackingNumberOf,
  wrongNumberText,
} from '@perkex/core/deals/carriers.js';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { SelectField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import type { StepWords } from './step-words.js';

const parcelFormSchema = z
  .object({
    carrier: z.enum(CARRIERS, 'Choose the carrier.'),
    trackingNumber: z.string().check(z.minLength(1, 'Enter the tracking number.')),
  })
  .check(
    z.superRefine(({ carrier, trackingNumber }, { addIssue }) => {
      if (trackingNumberOf(carrier, trackingNumber) === null) {
        addIssue({ code: 'custom', path: ['trackingNumber'], message: wrongNumberText(carrier) });
      }
    }),
  );

interface ParcelFormProps {
  readonly words: Pick<StepWords, 'label' | 'consequence'>;
  /** The parcel that is expected; null for none. */
  readonly expected?: Parcel | null;
  readonly isBusy: boolean;
  readonly onSend: (parcel: Parcel) => Promise<void>;
}

/** A parcel by its carrier and tracking number. */
export function ParcelForm({
  words: { label, consequence },
  expected = null,
  isBusy,
  onSend,
}: ParcelFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(parcelFormSchema),
    defaultValues: expected ?? { carrier: '' as never, trackingNumber: '' },
  });
  return (
    <form noValidate onSubmit={handleSubmit(onSend)} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <SelectField label="Carrier" error={formState.errors.carrier?.message} {...register('carrier')}>
          <option value="">Choose one</option>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {CARRIER_FACTS[carrier].name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Tracking number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={formState.errors.trackingNumber?.message}
          {...register('trackingNumber')}
        />
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
        <p className="min-w-0 flex-1 text-sm text-muted">{consequence}</p>
        <SubmitButton isBusy={isBusy} className="sm:w-52 sm:shrink-0">
          {label}
        </SubmitButton>
      </div>
    </form>
  );
}
