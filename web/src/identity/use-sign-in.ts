import { useState } from 'react';
import {
  isSignInOver,
  type LinkStep,
  type SecondFactorStep,
  type SignInProgress,
} from '../session/sign-in.js';
import { showSuccess } from '../ui/toast.js';
import { announceFault } from './announce.js';

/** What a sign-in that is under way asks for next. */
type SignInStep = SecondFactorStep | LinkStep;

export interface SignIn {
  readonly step: SignInStep | null;
  /**
   * Goes where a sign-in leads: to its next step, or to its end with a toast. A failure is a toast and nothing else.
   * @returns whether it came further
   */
  follow(signingIn: Promise<SignInProgress>): Promise<boolean>;
  /** Gives the sign-in up. */
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
        if (isSignInOver(error)) {
          setStep(null);
        }
        announceFault(error);
        return false;
      }
    },
    cancel: () => setStep(null),
  };
}
