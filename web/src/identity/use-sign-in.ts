import { useState } from 'react';
import { subjectOf } from '../api/identity/identity-provider.js';
import { announceError } from '../proof/announce.js';
import type { LinkStep, SecondFactorStep, SignInProgress } from '../session/sign-in.js';
import { showSuccess } from '../ui/toast.js';

/** What the current sign-in asks for next. */
type SignInStep = SecondFactorStep | LinkStep;

export interface SignIn {
  readonly step: SignInStep | null;
  /**
   * Shows the next step of a sign-in, or a toast when it has succeeded or failed.
   * @returns whether it succeeded so far
   */
  follow(signingIn: Promise<SignInProgress>): Promise<boolean>;
  /** Gives up the sign-in. */
  cancel(): void;
}

/** A sign-in with its steps (section 4, "Auth"). */
export function useSignIn(): SignIn {
  const [step, setStep] = useState<SignInStep | null>(null);
  return {
    step,
    async follow(signingIn) {
      try {
        const progress = await signingIn;
        if (progress.type === 'done') {
          setStep(null);
          showSuccess(progress.success);
        } else {
          setStep(progress);
        }
        return true;
      } catch (error) {
        if (subjectOf(error) === 'ended-sign-in') {
          setStep(null);
        }
        announceError(error);
        return false;
      }
    },
    cancel: () => setStep(null),
  };
}
