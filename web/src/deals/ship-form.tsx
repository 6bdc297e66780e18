import { zodResolver } from '@hookform/resolvers/zod';
import type { DealStep } from '@perkex/contract/deals.js';
import { CARRIER_FACTS, CARRIERS, trackingNumberOf } from '@perkex/core/deals/carriers.js';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isPlayMoney } from '../api/deals.js';
import { SelectField, TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import type { StepWords } from './step-words.js';

const shipFormSchema = z
  .object({
    carrier: z.enum(CARRIERS, 'Choose the carrier.'),
    trackingNumber: z.string().check(z.minLength(1, 'Enter the tracking number.')),
  })
  .check(
    z.superRefine(({ carrier, trackingNumber }, { addIssue }) => {
      if (trackingNumberOf(carrier, trackingNumber) === null) {
        const { name, example } = CARRIER_FACTS[carrier];
        addIssue({
          code: 'custom',
          path: ['trackingNumber'],
          message: `This is not a tracking number of ${name}. An example is ${example}.`,
        });
      }
    }),
  );

interface ShipFormProps {
  readonly words: StepWords;
  readonly isBusy: boolean;
  readonly onTake: (step: DealStep) => Promise<void>;
}

/** The seller's parcel: its carrier and tracking number. */
export function ShipForm({ words: { label, consequence }, isBusy, onTake }: ShipFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(shipFormSchema),
    defaultValues: { carrier: '' as never, trackingNumber: '' },
  });
  const submit = handleSubmit((parcel) => onTake({ type: 'ship', ...parcel }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isPlayMoney() ? (
        <p className="text-sm text-muted">
          No parcel is needed with play money: any number of the right form will do, such as{' '}
          {CARRIER_FACTS.ups.example} of {CARRIER_FACTS.ups.name}.
        </p>
      ) : null}
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
