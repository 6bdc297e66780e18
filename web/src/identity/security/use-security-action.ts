import type { IdentityAnswer, OwnCallName } from '@perkex/contract/identity-calls.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProofNeeded, isSignedOut } from '../../api/call.js';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { errorSentence, type OwnCalls, type OwnInput } from '../../api/identity/identity-provider.js';
import { invalidateSecurity } from '../../api/identity/security.js';
import { showActionSuccess, showActionWarning, showRemoval } from '../../ui/toast.js';

export interface SecurityActionOptions<Name extends OwnCallName> {
  /** Makes the call, where more than one may be needed. */
  readonly send?: (own: OwnCalls, asked: OwnInput<Name>) => Promise<IdentityAnswer<Name>>;
  readonly onDone?: (answer: IdentityAnswer<Name>, asked: OwnInput<Name>) => void;
  /** Asks for verification, after which the same input may be sent again. */
  readonly askForProof?: (asked: OwnInput<Name>) => void;
  /** The toast of a success; intermediate steps have none. */
  readonly success?: string | ((asked: OwnInput<Name>) => { readonly text: string; readonly key: string });
}

/** A change of the user's login, with a toast. The page is refetched whether it succeeded or not. */
export function useSecurityAction<Name extends OwnCallName>(
  name: Name,
  { send = (own, asked) => own[name](asked), onDone, askForProof, success }: SecurityActionOptions<Name> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (asked: OwnInput<Name>) => send((await identityProvider()).own, asked),
    onSuccess(answer, asked) {
      onDone?.(answer, asked);
      if (typeof success === 'string') {
        showActionSuccess(success);
      } else if (success !== undefined) {
        showRemoval(success(asked));
      }
      return invalidateSecurity(client);
    },
    onError(error, asked) {
      if (askForProof && isProofNeeded(error)) {
        askForProof(asked);
        return;
      }
      // A signed-out user already got a message and was redirected to the login page.
      if (!isSignedOut(error)) {
        showActionWarning(errorSentence(error));
      }
      // Not awaited: the error is shown at once.
      void invalidateSecurity(client);
    },
  });
}
