import { type Ref, useEffect, useRef, useState } from 'react';

interface RowStep<Step> {
  /** Null while no form is open. */
  readonly step: Step | null;
  readonly go: (step: Step) => void;
  /** Closes the form; the focus goes back to the row's button. */
  readonly end: () => void;
  /** Closes the form; the caller moves the focus elsewhere. */
  readonly leave: () => void;
  readonly button: Ref<HTMLButtonElement>;
}

/** Which form of a row is open. */
export function useRowStep<Step>(): RowStep<Step> {
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
    go: setStep,
    end() {
      hasEnded.current = true;
      setStep(null);
    },
    leave: () => setStep(null),
    button,
  };
}
