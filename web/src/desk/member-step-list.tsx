import type { MemberStep } from '@perkex/core/deals/desk-steps.js';
import { type FormEvent, useState } from 'react';
import type { DecidedMemberStep, DeskDeal } from '../api/desk.js';
import { StepRow } from '../deals/step-row.js';
import { Button, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FaultText } from '../ui/fault-text.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { MEMBER_STEPS, STRONG_MEMBER_STEPS } from './member-step-words.js';
import { useMemberSteps } from './use-member-steps.js';

interface MemberStepListProps {
  readonly deal: DeskDeal;
  /** Called when a step was taken. */
  readonly onTaken: () => void;
}

const OWN_DEAL = 'You are the buyer or the seller of this deal. Another member decides about it.';

/** The steps that the member may take now, each with its consequence; those that are final are asked for twice. */
export function MemberStepList({ deal, onTaken }: MemberStepListProps) {
  const { isBusy, fault, take } = useMemberSteps(deal);
  const [asked, setAsked] = useState<DecidedMemberStep | null>(null);
  const possible: DecidedMemberStep[] = [
    // A verdict has a form of its own.
    ...deal.deskSteps.flatMap((step) =>
      step === 'pass' || step === 'fail' ? [] : [{ call: 'takeDeskStep' as const, step }],
    ),
    ...deal.financeSteps.map((step) => ({ call: 'takeFinanceStep' as const, step })),
  ];
  const isStrong = (step: MemberStep) => STRONG_MEMBER_STEPS.includes(step);
  const listed = [
    ...possible.filter(({ step }) => isStrong(step)),
    ...possible.filter(({ step }) => !isStrong(step)),
  ];
  // Another member may have acted in the meantime.
  const open = asked !== null && possible.some(({ step }) => step === asked.step) ? asked : null;

  async function run(decided: DecidedMemberStep): Promise<void> {
    const isTaken = await take(decided);
    setAsked(null);
    if (isTaken) {
      onTaken();
    }
  }

  return (
    <>
      <FaultText>{fault}</FaultText>
      {listed.length === 0 ? (
        deal.checklist === null ? (
          <p className="text-muted">{deal.isOwn ? OWN_DEAL : 'Nothing for you to do now.'}</p>
        ) : null
      ) : (
        <ul aria-label="What you can do" className="flex flex-col divide-y divide-line border-y border-line">
          {listed.map((decided) => {
            const { isFinal } = MEMBER_STEPS[decided.step];
            return (
              <li key={decided.step} className="py-3">
                <StepRow
                  words={MEMBER_STEPS[decided.step]}
                  look={isStrong(decided.step) ? 'strong' : 'plain'}
                  subject={`${deal.code} ${deal.version}`}
                  isBusy={isBusy}
                  onPress={() => (isFinal ? setAsked(decided) : void run(decided))}
                />
              </li>
            );
          })}
        </ul>
      )}
      {open === null ? null : (
        <StepQuestion
          decided={open}
          deal={deal}
          isBusy={isBusy}
          onTake={(decided) => void run(decided)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface StepQuestionProps {
  readonly decided: DecidedMemberStep;
  readonly deal: DeskDeal;
  readonly isBusy: boolean;
  readonly onTake: (decided: DecidedMemberStep) => void;
  readonly onClose: () => void;
}

function StepQuestion({ decided, deal, isBusy, onTake, onClose }: StepQuestionProps) {
  const { label, consequence } = MEMBER_STEPS[decided.step];
  return (
    <Dialog title={`${label}?`} onCancel={onClose} isBusy={isBusy}>
      <p>
        {deal.name}, size {deal.size}
      </p>
      <p>{consequence} This cannot be undone.</p>
      {decided.call === 'takeFinanceStep' && decided.step === 'refund-part' ? (
        <AmountForm
          mostDollars={deal.buyerPays}
          label={label}
          isBusy={isBusy}
          onSend={(amount) => onTake({ ...decided, amount })}
        />
      ) : (
        <SettlingButton
          look="strong"
          subject={decided.step}
          isPaused={isBusy}
          onClick={() => onTake(decided)}
        >
          {label}
        </SettlingButton>
      )}
      <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
    </Dialog>
  );
}

interface AmountFormProps {
  /** The amount must be less. */
  readonly mostDollars: number;
  readonly label: string;
  readonly isBusy: boolean;
  readonly onSend: (dollars: number) => void;
}

function AmountForm({ mostDollars, label, isBusy, onSend }: AmountFormProps) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  function send(event: FormEvent): void {
    event.preventDefault();
    const amount = /^\d{1,7}([.,]\d{1,2})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : 0;
    if (amount <= 0 || amount >= mostDollars) {
      setFault(`Enter dollars above 0 and below ${mostDollars.toFixed(2)}.`);
    } else if (!isBusy) {
      onSend(amount);
    }
  }
  return (
    <form className="flex flex-col gap-5" onSubmit={send} noValidate>
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={fault}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SubmitButton isBusy={isBusy}>{label}</SubmitButton>
    </form>
  );
}
