import type { DeskLabel } from '@perkex/contract/desk-labels.js';
import type { Parcel } from '@perkex/core/deals/carriers.js';
import {
  FINANCE_STEPS,
  type FinanceStep,
  isParcelStep,
  type MemberStep,
  type ParcelStep,
} from '@perkex/core/deals/desk-steps.js';
import type { Verdict } from '@perkex/core/verification/second-review.js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DecidedMemberStep, type DeskDeal, deskLabelQuery } from '../api/desk.js';
import { ParcelForm } from '../deals/parcel-form.js';
import { StepRow } from '../deals/step-row.js';
import { useUserId } from '../identity/session/auth-store.js';
import { Button, SettlingButton } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FaultText } from '../ui/fault-text.js';
import { TextField } from '../ui/field.js';
import { SubmitButton } from '../ui/submit-button.js';
import { MEMBER_STEPS, STRONG_MEMBER_STEPS } from './member-step-words.js';
import { useMemberSteps } from './use-member-steps.js';

type OfferedStep = Exclude<MemberStep, Verdict>;

interface MemberStepListProps {
  readonly deal: DeskDeal;
  /** Called when a step was taken. */
  readonly onTaken: () => void;
}

const OWN_DEAL = 'You are the buyer or the seller of this deal. Another member decides about it.';

/** The steps that the member may take now, each with its consequence; those that are final are asked for twice. */
export function MemberStepList({ deal, onTaken }: MemberStepListProps) {
  const { isBusy, fault, take } = useMemberSteps(deal);
  const [asked, setAsked] = useState<OfferedStep | null>(null);
  const possible: OfferedStep[] = [
    // A verdict has a form of its own.
    ...deal.deskSteps.filter((step) => step !== 'pass' && step !== 'fail'),
    ...deal.financeSteps,
  ];
  const isStrong = (step: OfferedStep) => STRONG_MEMBER_STEPS.includes(step);
  const listed = [
    ...possible.filter((step) => isStrong(step)),
    ...possible.filter((step) => !isStrong(step)),
  ];
  // Another member may have acted in the meantime.
  const open = asked !== null && possible.includes(asked) ? asked : null;

  async function run(decided: DecidedMemberStep): Promise<void> {
    const isTaken = await take(decided);
    setAsked(null);
    if (isTaken) {
      onTaken();
    }
  }

  function press(step: OfferedStep): void {
    if (isParcelStep(step) || MEMBER_STEPS[step].isFinal) {
      setAsked(step);
    } else {
      void run(decidedStep(step));
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
          {listed.map((step) => (
            <li key={step} className="py-3">
              <StepRow
                words={MEMBER_STEPS[step]}
                look={isStrong(step) ? 'strong' : 'plain'}
                subject={`${deal.code} ${deal.version}`}
                isBusy={isBusy}
                onPress={() => press(step)}
              />
            </li>
          ))}
        </ul>
      )}
      {open === null ? null : (
        <StepQuestion step={open} deal={deal} isBusy={isBusy} onTake={run} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function decidedStep(step: Exclude<OfferedStep, ParcelStep>): DecidedMemberStep {
  return isFinanceStep(step) ? { call: 'takeFinanceStep', step } : { call: 'takeDeskStep', step };
}

function isFinanceStep(step: OfferedStep): step is FinanceStep {
  return FINANCE_STEPS.some((each) => each === step);
}

interface StepQuestionProps {
  readonly step: OfferedStep;
  readonly deal: DeskDeal;
  readonly isBusy: boolean;
  readonly onTake: (decided: DecidedMemberStep) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for what a step needs, or if it is meant. */
function StepQuestion({ step, deal, isBusy, onTake, onClose }: StepQuestionProps) {
  const { label, consequence } = MEMBER_STEPS[step];
  const { data } = useQuery({
    ...deskLabelQuery(useUserId(), deal.code),
    enabled: step === 'send' || step === 'return-pair',
  });
  const expected = parcelOf(data);
  const pair = `${deal.name}, size ${deal.size}`;
  return isParcelStep(step) ? (
    <Dialog title={label} onCancel={onClose} isBusy={isBusy}>
      <p>{pair}</p>
      <ParcelForm
        // The label may have come after the form.
        key={expected?.trackingNumber}
        words={{ label: 'Save', consequence }}
        expected={expected}
        isBusy={isBusy}
        onSend={(parcel) => onTake({ call: 'takeDeskStep', step, parcel })}
      />
      <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
    </Dialog>
  ) : (
    <Dialog title={`${label}?`} onCancel={onClose} isBusy={isBusy}>
      <p>{pair}</p>
      <p>{consequence} This cannot be undone.</p>
      {step === 'refund-part' ? (
        <AmountForm
          mostDollars={deal.buyerPays}
          label={label}
          isBusy={isBusy}
          onSend={(amount) => void onTake({ call: 'takeFinanceStep', step, amount })}
        />
      ) : (
        <SettlingButton
          look="strong"
          subject={step}
          isPaused={isBusy}
          onClick={() => void onTake(decidedStep(step))}
        >
          {label}
        </SettlingButton>
      )}
      <Button onClick={isBusy ? undefined : onClose}>Cancel</Button>
    </Dialog>
  );
}

/** The parcel of a label that was bought. */
function parcelOf(data: DeskLabel | undefined): Parcel | null {
  const { carrier = null, trackingNumber = null } = data?.label ?? {};
  return carrier && trackingNumber ? { carrier, trackingNumber } : null;
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
