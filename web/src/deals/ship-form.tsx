import type { DealStep } from '@perkex/contract/deals.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { isPlayMoney } from '../api/deals.js';
import { ParcelForm } from './parcel-form.js';
import type { StepWords } from './step-words.js';

interface ShipFormProps {
  readonly words: StepWords;
  readonly isBusy: boolean;
  readonly onTake: (step: DealStep) => Promise<void>;
}

/** The seller's parcel to us. */
export function ShipForm({ words, isBusy, onTake }: ShipFormProps) {
  return (
    <div className="flex flex-col gap-4">
      {isPlayMoney() ? (
        <p className="text-sm text-muted">
          No parcel is needed with play money: any number of the right form will do, such as{' '}
          {CARRIER_FACTS.ups.example} of {CARRIER_FACTS.ups.name}.
        </p>
      ) : null}
      <ParcelForm words={words} isBusy={isBusy} onSend={(parcel) => onTake({ type: 'ship', ...parcel })} />
    </div>
  );
}
