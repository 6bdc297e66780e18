import type { Desk } from '@perkex/contract/desk.js';
import {
  missingPhotos,
  REJECTION_REASONS,
  type RejectionReason,
} from '@perkex/core/verification/rejections.js';
import type { Verdict } from '@perkex/core/verification/second-review.js';
import { useId, useState } from 'react';
import type { DeskDeal } from '../api/desk.js';
import { REASONS } from '../deals/check-words.js';
import { Section } from '../deals/section.js';
import { Button, SettlingButton } from '../ui/button.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { FaultText } from '../ui/fault-text.js';
import { DealPhotos } from './check/deal-photos.js';
import { ReservationLine } from './check/reservation-line.js';
import { usePendingPhotos } from './check/use-pending-photos.js';
import { MEMBER_STEPS } from './member-step-words.js';
import { useMemberSteps } from './use-member-steps.js';

interface CheckFormProps {
  readonly deal: DeskDeal;
  readonly checklist: NonNullable<DeskDeal['checklist']>;
  readonly member: Pick<Desk, 'name'>;
  readonly onTaken: () => void;
}

/** The check of a pair: its points, the reasons why it fails, its photos, and the verdict. */
export function CheckForm({ deal, checklist, member, onTaken }: CheckFormProps) {
  const { isBusy, fault, take } = useMemberSteps(deal);
  const { photos: waiting } = usePendingPhotos();
  const [answers, setAnswers] = useState<readonly (boolean | null)[]>(() => checklist.points.map(() => null));
  const [reasons, setReasons] = useState<readonly RejectionReason[]>([]);
  const [isFailing, setIsFailing] = useState(false);
  const [asked, setAsked] = useState<Verdict | null>(null);

  const stored = deal.photos.filter((photo) => photo.member === member.name);
  const taken = [...stored, ...waiting.filter(({ code }) => code === deal.code)].map(
    ({ subject }) => subject,
  );
  const wanted = isFailing ? reasons : [];
  const missing = missingPhotos(wanted, taken);
  const onTheirWay = missingPhotos(
    wanted,
    stored.map(({ subject }) => subject),
  ).length;
  const isAnswered = !answers.includes(null);
  const isInOrder = isAnswered && !answers.includes(false);

  async function give(verdict: Verdict): Promise<void> {
    const isTaken = await take({
      call: 'giveVerdict',
      step: verdict,
      checklist: checklist.id,
      answers: answers.map((answer) => answer === true),
      reasons: verdict === 'fail' ? [...reasons] : [],
    });
    setAsked(null);
    if (isTaken) {
      onTaken();
    }
  }

  const toFail = failHint({ isAnswered, reasonCount: reasons.length, missing: missing.length, onTheirWay });
  return (
    <Section title="Check">
      <ReservationLine deal={deal} me={member.name} />
      <ol aria-label="Checklist" className="flex flex-col divide-y divide-line border-y border-line">
        {checklist.points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of this version never changes
          <li key={index}>
            <Point
              text={point}
              answer={answers[index] ?? null}
              onAnswer={(answer) => setAnswers(answers.with(index, answer))}
            />
          </li>
        ))}
      </ol>
      {isFailing ? <Reasons chosen={reasons} onChoose={setReasons} /> : null}
      <DealPhotos deal={deal} photographer={member.name} missing={missing} />
      <FaultText>{fault}</FaultText>
      {isFailing ? (
        <div className="flex flex-col gap-2">
          {toFail === null ? null : <p className="text-sm text-muted">{toFail}</p>}
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={() => setIsFailing(false)}>Back</Button>
            <SettlingButton
              look="danger"
              subject="fail"
              isPaused={isBusy || toFail !== null}
              onClick={() => setAsked('fail')}
            >
              Fail
            </SettlingButton>
          </div>
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          {isInOrder ? null : (
            <p className="text-sm text-muted">
              {isAnswered ? 'A point is not in order, so the pair cannot pass.' : 'Answer every point first.'}
            </p>
          )}
          <div className="grid grid-cols-2 gap-2">
            <Button onClick={() => setIsFailing(true)}>Fail…</Button>
            <SettlingButton
              look="strong"
              subject="pass"
              isPaused={isBusy || !isInOrder}
              onClick={() => setAsked('pass')}
            >
              Pass
            </SettlingButton>
          </div>
        </div>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          label={MEMBER_STEPS[asked].label}
          isBusy={isBusy}
          onConfirm={() => give(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {deal.name}, size {deal.size}
          </p>
          <p>{MEMBER_STEPS[asked].consequence} This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface FailHint {
  readonly isAnswered: boolean;
  readonly reasonCount: number;
  readonly missing: number;
  /** The required photos that are not stored yet, with the missing ones. */
  readonly onTheirWay: number;
}

/** The next thing that a rejection needs; null for nothing. */
function failHint({ isAnswered, reasonCount, missing, onTheirWay }: FailHint): string | null {
  if (!isAnswered) {
    return 'Answer every point first.';
  }
  if (reasonCount === 0) {
    return 'Choose a reason.';
  }
  if (missing > 0) {
    return 'Take the required photos.';
  }
  return onTheirWay > 0 ? 'The required photos are still on their way.' : null;
}

interface PointProps {
  readonly text: string;
  readonly answer: boolean | null;
  readonly onAnswer: (answer: boolean) => void;
}

/** Over the whole label, where a press is expected. */
const OVERLAY = 'absolute inset-0 cursor-pointer opacity-0';

const CHOICE =
  'relative inline-flex min-h-11 min-w-14 cursor-pointer items-center justify-center rounded-control border border-edge px-3 font-semibold has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2';

function Point({ text, answer, onAnswer }: PointProps) {
  const name = useId();
  return (
    <fieldset className="flex items-center justify-between gap-4 py-2">
      <legend className="float-left min-w-0 flex-1 text-sm">{text}</legend>
      <div className="flex shrink-0 gap-2">
        {[true, false].map((value) => (
          <label key={String(value)} className={CHOICE}>
            <input
              type="radio"
              name={name}
              className={OVERLAY}
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            {value ? 'Yes' : 'No'}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ReasonsProps {
  readonly chosen: readonly RejectionReason[];
  readonly onChoose: (reasons: readonly RejectionReason[]) => void;
}

function Reasons({ chosen, onChoose }: ReasonsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">Why does the pair fail?</legend>
      <div className="flex flex-wrap gap-2">
        {REJECTION_REASONS.map((reason) => (
          <label key={reason} className={CHOICE}>
            <input
              type="checkbox"
              className={OVERLAY}
              checked={chosen.includes(reason)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, reason] : chosen.filter((each) => each !== reason))
              }
            />
            {REASONS[reason]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
