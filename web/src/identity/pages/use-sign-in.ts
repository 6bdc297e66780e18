import { useState } from 'react';
import { subjectOf } from '../../api/identity/identity-provider.js';
import { showSuccess } from '../../ui/toast.js';
import { toastError } from '../forms/toast-outcome.js';
import type { LinkStep, SecondFactorStep, SignInProgress } from '../session/sign-in.js';

export type SignIn = ReturnType<typeof useSignIn>;

/** A sign-in with its steps (section 4, "Auth"). */
export function useSignIn() {
  /** The next step. */
  const [step, setStep] = useState<SecondFactorStep | LinkStep | null>(null);
  return {
    step,
    /**
     * Shows the next step of a sign-in, or a toast when it has succeeded or failed.
     * @returns true if it has succeeded so far
     */
    async follow(signingIn: Promise<SignInProgress>): Promise<boolean> {
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
        toastError(error);
        return false;
      }
    },
    /** Cancels the sign-in. */
    cancel: () => setStep(null),
  };
}
