import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PausableButton } from '../../ui/button.js';

/** The open form of a row; null if none is open. */
export function useRowStep<Step>() {
  const [step, setStep] = useState<Step | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hasEnded = useRef(false);
  useEffect(() => {
    if (step === null && hasEnded.current) {
      hasEnded.current = false;
      button.current?.focus();
    }
  }, [step]);
  return {
    step,
    go: (next: Step) => setStep(next),
    /** Closes the form; the focus returns to the row's button. */
    end() {
      hasEnded.current = true;
      setStep(null);
    },
    /** Closes the form of a row that has no button then. */
    leave: () => setStep(null),
    button,
    /** The button that opens a form; none while one is open. */
    opener: (text: string, onOpen: () => void, isPaused = false): ReactNode =>
      step === null ? (
        <PausableButton ref={button} isPaused={isPaused} onClick={onOpen}>
          {text}
        </PausableButton>
      ) : null,
  };
}
