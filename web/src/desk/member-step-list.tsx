import type { DeskLabel } from '@perkex/contract/desk-labels.js';
import type { Parcel } from '@perkex/core/deals/carriers.js';
import {
  FINANCE_STEPS,
  type FinanceStep,
  isParcelStep,
  type MemberStep,
  type ParcelStep,
} from '@perkex/core/deals/desk-steps.js';
import { APPEAL_WORKING_DAYS } from '@perkex/core/deals/penalty.js';
import type { Verdict } from '@perkex/core/verification/second-review.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DecidedMemberStep, type DeskDeal, deskLabelQuery } from '../api/desk.js';
import { ParcelForm } from '../deals/parcel-form.js';
import { StepRow } from '../deals/step-row.js';
import { useUserId } from '../identity/session/auth-store.js';
import { PausableButton } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { Dialog } from '../ui/dialog.js';
import { FaultText } from '../ui/fault-text.js';
import { MEMBER_STEPS, STRONG_MEMBER_STEPS } from './member-step-words.js';
import { TextForm } from './text-form.js';
import { useMemberSteps } from './use-member-steps.js';

type OfferedStep = Exclude<MemberStep, Verdict>;

interface MemberStepListProps {
  readonly deal: DeskDeal;
  /** Called when a step was taken. */
  readonly onTaken: () => void;
}

const OWN_DEAL = 'You are the buyer or the seller of this deal. Another member decides about it.';

const APPEAL_OF_OTHERS = `The penalty is appealed. A finance member who has not reviewed the pair decides. After ${APPEAL_WORKING_DAYS} working days without a decision, it is waived.`;

/** The steps that the member may take now, each with its consequence; those that are final are asked for twice. */
export function MemberStepList({ deal, onTaken }: MemberStepListProps) {
  const { isBusy, fault, forget, take } = useMemberSteps(deal);
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
  if (asked !== null && open === null && !isBusy) {
    setAsked(null);
  }

  async function run(decided: DecidedMemberStep): Promise<void> {
    // Otherwise what was typed is kept.
    if (await take(decided)) {
      setAsked(null);
      onTaken();
    }
  }

  function press(step: OfferedStep): void {
    if (isParcelStep(step) || MEMBER_STEPS[step].isFinal) {
      forget();
      setAsked(step);
    } else {
      void run(decidedStep(step));
    }
  }

  const question = { deal, isBusy, fault, onTake: run, onClose: () => setAsked(null) };
  return (
    <>
      {open === null ? <FaultText>{fault}</FaultText> : null}
      {isAppealOfOthers(deal) ? <p className="mb-3 text-muted">{APPEAL_OF_OTHERS}</p> : null}
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
      {open === null ? null : isParcelStep(open) ? (
        <ParcelQuestion step={open} {...question} />
      ) : (
        <StepQuestion step={open} {...question} />
      )}
    </>
  );
}

/** True if the member may not decide about an appeal, which may have no other member who can. */
function isAppealOfOthers({ penalty, isOwn, financeSteps }: DeskDeal): boolean {
  return penalty === 'appealed' && !isOwn && !financeSteps.includes('waive-penalty');
}

function decidedStep(step: Exclude<OfferedStep, ParcelStep>): DecidedMemberStep {
  return isFinanceStep(step) ? { call: 'takeFinanceStep', step } : { call: 'takeDeskStep', step };
}

function isFinanceStep(step: OfferedStep): step is FinanceStep {
  return FINANCE_STEPS.some((each) => each === step);
}

interface StepQuestionProps<Step> {
  readonly step: Step;
  readonly deal: DeskDeal;
  readonly isBusy: boolean;
  /** Why the step was not taken, or may not have been. */
  readonly fault: string | null;
  readonly onTake: (decided: DecidedMemberStep) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks if a step is meant. */
function StepQuestion({
  step,
  deal,
  isBusy,
  fault,
  onTake,
  onClose,
}: StepQuestionProps<Exclude<OfferedStep, ParcelStep>>) {
  const { label, consequence } = MEMBER_STEPS[step];
  const text = (
    <>
      <PairLine deal={deal} />
      <p>{consequence} This cannot be undone.</p>
    </>
  );
  if (step !== 'refund-part') {
    return (
      <ConfirmDialog
        label={label}
        // Beside "Cancel the deal", "Cancel" could mean either.
        closeLabel={step === 'cancel' ? 'Keep the deal' : 'Cancel'}
        isBusy={isBusy}
        fault={fault}
        onConfirm={() => onTake(decidedStep(step))}
        onClose={onClose}
      >
        {text}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={`${label}?`} onCancel={onClose} isBusy={isBusy}>
      {text}
      <TextForm
        label="Amount in dollars"
        inputMode="decimal"
        read={(typed) => amountBelow(deal.buyerPays, typed)}
        wrong={`Enter an amount above 0 and below ${deal.buyerPays.toFixed(2)} dollars.`}
        submitText={label}
        isBusy={isBusy}
        onSend={(amount) => onTake({ call: 'takeFinanceStep', step, amount })}
      />
      <FaultText>{fault}</FaultText>
      <PausableButton isPaused={isBusy} onClick={onClose}>
        Cancel
      </PausableButton>
    </Dialog>
  );
}

function PairLine({ deal }: { readonly deal: DeskDeal }) {
  return (
    <p>
      {deal.name}, size {deal.size}
    </p>
  );
}

/** Dollars and cents above 0; null for any other text. */
function amountBelow(mostDollars: number, typed: string): number | null {
  const amount = /^\d{1,7}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : 0;
  return amount > 0 && amount < mostDollars ? amount : null;
}

/** Asks for the parcel of a step. */
function ParcelQuestion({ step, deal, isBusy, fault, onTake, onClose }: StepQuestionProps<ParcelStep>) {
  const { label, consequence } = MEMBER_STEPS[step];
  const { data } = useQuery({
    ...deskLabelQuery(useUserId(), deal.code),
    enabled: step === 'send' || step === 'return-pair',
  });
  const expected = parcelOf(data);
  return (
    <Dialog title={label} onCancel={onClose} isBusy={isBusy}>
      <PairLine deal={deal} />
      <ParcelForm
        // The label may have come after the form.
        key={expected?.trackingNumber}
        words={{ label: 'Save', consequence }}
        expected={expected}
        isBusy={isBusy}
        onSend={(parcel) => onTake({ call: 'takeDeskStep', step, parcel })}
      />
      <FaultText>{fault}</FaultText>
      <PausableButton isPaused={isBusy} onClick={onClose}>
        Cancel
      </PausableButton>
    </Dialog>
  );
}

/** The parcel of a label that was bought. */
function parcelOf(data: DeskLabel | undefined): Parcel | null {
  const { carrier = null, trackingNumber = null } = data?.label ?? {};
  return carrier && trackingNumber ? { carrier, trackingNumber } : null;
}
