import type { DealStep } from '@perkex/contract/deals.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';
import { useState } from 'react';
import { FaultText } from '../ui/fault-text.js';
import { momentIn } from '../ui/moment.js';
import { useZone } from '../ui/use-zone.js';
import type { DealActionProps } from './deal-action.js';
import { lowestAskText, useLowestAsk } from './lowest-ask.js';
import { ShipForm } from './ship-form.js';
import { isToBeReturned } from './ship-to.js';
import { StepDialog } from './step-dialog.js';
import { StepRow } from './step-row.js';
import { isPlainStep, needsReason, type StepWords, stepWords } from './step-words.js';
import { useDealSteps } from './use-deal-steps.js';

/** The usual next steps of a deal, which come first. */
const STRONG_STEPS: readonly PartyStep[] = ['ship', 'report-arrived', 'confirm', 'choose-refund'];

/** The steps that the user may take now, each with its consequence. */
export function DealStepList({ deal, onTaken }: DealActionProps) {
  const zone = useZone();
  const lowestAsk = useLowestAsk(deal);
  const wordsOf = (step: PartyStep): StepWords => {
    const words = stepWords(step, deal, (at) => momentIn(zone, at).time);
    return step === 'choose-lowest-ask' ? { ...words, consequence: lowestAskText(lowestAsk, deal) } : words;
  };
  const { isBusy, fault, forget, take } = useDealSteps(deal);
  const [asked, setAsked] = useState<PartyStep | null>(null);
  // After each change of the deal, other buttons may be in the place of these.
  const subject = `${deal.id} ${deal.version}`;
  // The other side may have acted in the meantime.
  const open = asked !== null && deal.steps.includes(asked) ? asked : null;
  if (asked !== null && open === null && !isBusy) {
    setAsked(null);
  }

  async function run(step: DealStep): Promise<void> {
    const outcome = await take(step);
    // The words of the user are kept as long as the step is possible.
    if (outcome === 'taken' || (outcome === 'refused' && !needsReason(step.type))) {
      setAsked(null);
    }
    if (outcome === 'taken') {
      onTaken();
    }
  }

  const isStrong = (step: PartyStep) =>
    STRONG_STEPS.includes(step) && !(step === 'confirm' && isToBeReturned(deal));

  function ask(step: PartyStep): void {
    forget();
    setAsked(step);
  }

  // The payment has a place of its own.
  const others = deal.steps.filter((step) => step !== 'pay');
  const listed = [...others.filter(isStrong), ...others.filter((step) => !isStrong(step))];
  return (
    <>
      {open === null ? <FaultText>{fault}</FaultText> : null}
      {listed.length === 0 ? null : (
        <ul aria-label="What you can do" className="flex flex-col divide-y divide-line border-y border-line">
          {listed.map((step) => {
            const words = wordsOf(step);
            return (
              <li key={step} className="py-4">
                {step === 'ship' ? (
                  <ShipForm words={words} isBusy={isBusy} onTake={run} />
                ) : (
                  <StepRow
                    words={words}
                    look={isStrong(step) ? 'strong' : 'plain'}
                    subject={subject}
                    isBusy={isBusy}
                    onPress={() =>
                      words.question === null && isPlainStep(step) ? void run({ type: step }) : ask(step)
                    }
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {open === null ? null : (
        <StepDialog
          step={open}
          words={wordsOf(open)}
          lowestAsk={lowestAsk}
          isBusy={isBusy}
          fault={fault}
          onTake={run}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
