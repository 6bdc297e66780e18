import { type Ref, useEffect, useRef, useState } from 'react';

interface RowStep<Step> {
  /** Null while nothing is under way. */
  readonly step: Step | null;
  readonly go: (step: Step) => void;
  /** Ends what is under way; the focus goes back to the button that began it. */
  readonly end: () => void;
  /** Ends it, and the focus goes elsewhere. */
  readonly leave: () => void;
  readonly button: Ref<HTMLButtonElement>;
}

/** What a row of the page is asking for. */
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
