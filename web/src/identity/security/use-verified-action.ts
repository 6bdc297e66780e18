import type { OwnCallName } from '@perkex/contract/identity-calls.js';
import { useVerification } from '../verification/use-verification.js';
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
  const { askForProof, verification } = useVerification({ reason, needsFactor });
  const action = useSecurityAction(name, {
    ...options,
    askForProof: (asked) => askForProof(() => action.mutate(asked)),
  });
  return { ...action, verification };
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
