import type { DealStep } from '@perkex/contract/deals.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
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
  /** Why the last attempt has failed. */
  readonly fault: string | null;
  readonly onTake: (step: DealStep) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a step that cannot be taken back, or for the words that it needs. */
export function StepDialog({ step, words, lowestAsk, isBusy, fault, onTake, onClose }: StepDialogProps) {
  const { label, question, consequence } = words;
  const title = question ?? label;
  if (needsReason(step)) {
    return (
      <Dialog title={title} onCancel={onClose} isBusy={isBusy}>
        <p>{consequence}</p>
        <ReasonForm
          step={step}
          label={label}
          isBusy={isBusy}
          fault={fault}
          onTake={onTake}
          onCancel={onClose}
        />
      </Dialog>
    );
  }
  const agreed = agreedStep(step, lowestAsk);
  return (
    <ConfirmDialog
      title={title}
      label={agreed?.type === 'choose-lowest-ask' ? `Buy at ${dollarsText(agreed.price)}` : label}
      // A price that changes under the finger is not agreed to.
      subject={JSON.stringify(agreed)}
      isBusy={isBusy}
      fault={fault}
      onConfirm={agreed && (() => onTake(agreed))}
      onClose={onClose}
    >
      {step === 'choose-lowest-ask' ? <p role="status">{consequence}</p> : <p>{consequence}</p>}
    </ConfirmDialog>
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
