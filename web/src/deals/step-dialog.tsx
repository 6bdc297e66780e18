import type { DealStep } from '@perkex/contract/deals.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';
import type { ReactNode } from 'react';
import { Button, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { dollarsText } from './dollars-text.js';
import type { LowestAsk } from './lowest-ask.js';
import { ReasonForm } from './reason-form.js';
import { isPlainStep, needsReason, type StepWords } from './step-words.js';

interface StepDialogProps {
  readonly step: PartyStep;
  readonly words: StepWords;
  readonly lowestAsk: LowestAsk;
  readonly isBusy: boolean;
  readonly onTake: (step: DealStep) => Promise<void>;
  readonly onClose: () => void;
  /** Why the last attempt has failed. */
  readonly children: ReactNode;
}

/** Asks before a step that cannot be taken back, or for the words that it needs. */
export function StepDialog({
  step,
  words,
  lowestAsk,
  isBusy,
  onTake,
  onClose,
  children: fault,
}: StepDialogProps) {
  const { label, question, consequence } = words;
  const agreed = agreedStep(step, lowestAsk);
  return (
    <Dialog title={question ?? label} onCancel={onClose} isBusy={isBusy}>
      {step === 'choose-lowest-ask' ? <p role="status">{consequence}</p> : <p>{consequence}</p>}
      {needsReason(step) ? (
        <ReasonForm step={step} label={label} isBusy={isBusy} onTake={onTake} onCancel={onClose}>
          {fault}
        </ReasonForm>
      ) : (
        <>
          {fault}
          <div className="flex flex-col gap-3">
            {agreed === null ? null : (
              // A price that changes under the finger is not agreed to.
              <SettlingButton
                look="strong"
                subject={JSON.stringify(agreed)}
                isPaused={isBusy}
                onClick={() => void onTake(agreed)}
              >
                {agreed.type === 'choose-lowest-ask' ? `Buy at ${dollarsText(agreed.price)}` : label}
              </SettlingButton>
            )}
            <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** The step that the button of the dialog takes; null if there is nothing to agree to. */
function agreedStep(step: PartyStep, lowestAsk: LowestAsk): DealStep | null {
  if (isPlainStep(step)) {
    return { type: step };
  }
  return step === 'choose-lowest-ask' && lowestAsk.kind === 'ask'
    ? { type: step, price: lowestAsk.price }
    : null;
}
