import { useState } from 'react';
import { VerificationDialog } from './verification-dialog.js';

interface VerificationOptions {
  /** Why the session has to be verified. */
  readonly reason: string;
  /** True if the password is not enough where the account has a second factor. */
  readonly needsFactor?: boolean;
  /** Called if the session is not verified. */
  readonly onCancel?: (() => void) | undefined;
}

/** Verifies the session for a change, which is then sent again. */
export function useVerification({ reason, needsFactor = false, onCancel }: VerificationOptions) {
  /** The change while the session is being verified. */
  const [unproved, setUnproved] = useState<{ readonly sendAgain: () => void } | null>(null);
  return {
    askForProof: (sendAgain: () => void) => setUnproved({ sendAgain }),
    /** The dialog that verifies the session; null unless it has to be verified now. */
    verification:
      unproved === null ? null : (
        <VerificationDialog
          reason={reason}
          needsFactor={needsFactor}
          onProved={() => {
            setUnproved(null);
            unproved.sendAgain();
          }}
          onCancel={() => {
            setUnproved(null);
            onCancel?.();
          }}
        />
      ),
  };
}
