import { useId } from 'react';
import { type ButtonLook, SettlingButton } from '../ui/button.js';
import type { StepWords } from './step-words.js';

interface StepRowProps {
  readonly words: Pick<StepWords, 'label' | 'consequence'>;
  readonly look: ButtonLook;
  /** Identifies the deal as the user sees it. */
  readonly subject: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** A step with its consequence and its button. */
export function StepRow({ words: { label, consequence }, look, subject, isBusy, onPress }: StepRowProps) {
  const consequenceId = useId();
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
      <p id={consequenceId} className="min-w-0 flex-1 text-sm text-muted">
        {consequence}
      </p>
      <SettlingButton
        look={look}
        subject={subject}
        isPaused={isBusy}
        aria-describedby={consequenceId}
        className="sm:w-52 sm:shrink-0"
        onClick={onPress}
      >
        {label}
      </SettlingButton>
    </div>
  );
}
