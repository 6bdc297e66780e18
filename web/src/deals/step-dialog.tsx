import type { DealStep } from '@perkex/contract/deals.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';
import type { ReactNode } from 'react';
import { Button, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { ReasonForm } from './reason-form.js';
import { isPlainStep, type StepWords } from './step-words.js';

interface StepDialogProps {
  readonly step: PartyStep;
  readonly words: StepWords;
  readonly isBusy: boolean;
  readonly onTake: (step: DealStep) => Promise<void>;
  readonly onClose: () => void;
  /** Why the last attempt has failed. */
  readonly children: ReactNode;
}

/** Asks before a step that cannot be taken back, or for the words that it needs. */
export function StepDialog({ step, words, isBusy, onTake, onClose, children: fault }: StepDialogProps) {
  const { label, question, consequence } = words;
  return (
    <Dialog title={question ?? label} onCancel={onClose} isBusy={isBusy}>
      <p>{consequence}</p>
      {isPlainStep(step) ? (
        <>
          {fault}
          <div className="flex flex-col gap-3">
            <SettlingButton
              look="strong"
              subject={step}
              isPaused={isBusy}
              onClick={() => void onTake({ type: step })}
            >
              {label}
            </SettlingButton>
            <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
          </div>
        </>
      ) : step === 'ship' ? null : (
        <ReasonForm step={step} label={label} isBusy={isBusy} onTake={onTake} onCancel={onClose}>
          {fault}
        </ReasonForm>
      )}
    </Dialog>
  );
}
