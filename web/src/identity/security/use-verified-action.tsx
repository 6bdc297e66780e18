import type { OwnCallName } from '@perkex/contract/identity-calls.js';
import { useState } from 'react';
import type { OwnInput } from '../../api/identity/identity-provider.js';
import { VerificationDialog } from '../verification/verification-dialog.js';
import { type SecurityActionOptions, useSecurityAction } from './use-security-action.js';

interface VerifiedActionOptions<Name extends OwnCallName> extends SecurityActionOptions<Name> {
  /** Why the session has to be verified. */
  readonly reason: string;
  /** True if the password is not enough where the account has a second factor. */
  readonly needsFactor?: boolean;
}

/** As `useSecurityAction`, for a change that may ask to verify the session first. It is then sent again. */
export function useVerifiedAction<Name extends OwnCallName>(
  name: Name,
  { reason, needsFactor = false, ...options }: VerifiedActionOptions<Name>,
) {
  /** The input of the change while the session is being verified. */
  const [unproved, setUnproved] = useState<{ readonly asked: OwnInput<Name> } | null>(null);
  const action = useSecurityAction(name, { ...options, askForProof: (asked) => setUnproved({ asked }) });
  return {
    ...action,
    /** The dialog that verifies the session; null unless it has to be verified now. */
    verification:
      unproved === null ? null : (
        <VerificationDialog
          reason={reason}
          needsFactor={needsFactor}
          onProved={() => {
            setUnproved(null);
            action.mutate(unproved.asked);
          }}
          onCancel={() => setUnproved(null)}
        />
      ),
  };
}

/** A change of the second factors. Where one is on, the password is not enough. */
export function useFactorAction<Name extends OwnCallName>(
  name: Name,
  options: SecurityActionOptions<Name> = {},
) {
  return useVerifiedAction(name, { ...options, reason: FACTOR_REASON, needsFactor: true });
}

const FACTOR_REASON =
  'Someone who knows your password must not change your second factor. Nothing changes until you confirm.';
