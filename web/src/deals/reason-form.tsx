import { zodResolver } from '@hookform/resolvers/zod';
import { CLAIM_PROBLEMS, MAX_REASON_LENGTH } from '@perkex/contract/deal-reasons.js';
import type { DealStep } from '@perkex/contract/deals.js';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { PausableButton } from '../ui/button.js';
import { FaultText } from '../ui/fault-text.js';
import { SelectField, TextAreaField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { PROBLEMS } from './step-words.js';

/** The steps that need a reason. */
type ReasonedStep = 'claim' | 'object' | 'appeal';

const REASON = z.string().check(
  z.refine((text) => text.trim() !== '', 'Tell us why.'),
  z.maxLength(MAX_REASON_LENGTH, `At most ${MAX_REASON_LENGTH} characters, please.`),
);
const reasonFormSchema = z.object({ problem: z.enum([...CLAIM_PROBLEMS, '']), reason: REASON });
const claimFormSchema = z.object({
  problem: z.enum(CLAIM_PROBLEMS, 'Choose the problem.'),
  reason: REASON,
});

interface ReasonFormProps {
  readonly step: ReasonedStep;
  readonly label: string;
  readonly isBusy: boolean;
  /** Why the last attempt has failed. */
  readonly fault: string | null;
  readonly onTake: (step: DealStep) => Promise<void>;
  readonly onCancel: () => void;
}

/** The words of a party for the desk, and the kind of problem of a claim. */
export function ReasonForm({ step, label, isBusy, fault, onTake, onCancel }: ReasonFormProps) {
  const isClaim = step === 'claim';
  const { register, handleSubmit, formState } = useForm<z.infer<typeof reasonFormSchema>>({
    resolver: zodResolver(isClaim ? claimFormSchema : reasonFormSchema),
    defaultValues: { problem: '', reason: '' },
  });
  const submit = handleSubmit(({ problem, reason: text }) => {
    // The contract has a line of text.
    const reason = text.trim().replaceAll(/\s+/g, ' ');
    if (step !== 'claim') {
      return onTake({ type: step, reason });
    }
    return problem === '' ? undefined : onTake({ type: step, problem, reason });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isClaim ? (
        <SelectField label="Problem" error={formState.errors.problem?.message} {...register('problem')}>
          <option value="">Choose one</option>
          {CLAIM_PROBLEMS.map((problem) => (
            <option key={problem} value={problem}>
              {PROBLEMS[problem]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextAreaField
        label={isClaim ? 'What is wrong?' : 'Why?'}
        rows={4}
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <p className="-mt-2 text-sm text-muted">Only you and PerkeX can read this.</p>
      <FaultText>{fault}</FaultText>
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy}>{label}</SubmitButton>
        <PausableButton isPaused={isBusy} onClick={onCancel}>
          Cancel
        </PausableButton>
      </div>
    </form>
  );
}
