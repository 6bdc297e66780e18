import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProofNeeded, isSignedOut } from '../../api/call.js';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { errorSentence } from '../../api/identity/error-sentence.js';
import type { SecuritySettings } from '../../api/identity/identity-provider.js';
import { invalidateSecurity } from '../../api/identity/security.js';
import { showActionSuccess, showActionWarning } from '../../ui/toast.js';

interface SecurityAction<Input, Answer> {
  readonly call: (settings: SecuritySettings, input: Input) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
  /** Asks for a proof, after which the same may be sent again. */
  readonly askForProof?: (input: Input) => void;
  /** The toast of a success; intermediate steps have none. */
  readonly success?: string;
}

/** A change of how the user logs in, with a toast. The page is read again whether it succeeded or not. */
export function useSecurityAction<Input, Answer>({
  call,
  onDone,
  askForProof,
  success,
}: SecurityAction<Input, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => call((await identityProvider()).security, input),
    onSuccess(answer) {
      onDone?.(answer);
      if (success !== undefined) {
        showActionSuccess(success);
      }
      return invalidateSecurity(client);
    },
    onError(error, input) {
      if (askForProof && isProofNeeded(error)) {
        askForProof(input);
        return;
      }
      // A signed-out user has been told already, and sent to the login page.
      if (!isSignedOut(error)) {
        showActionWarning(errorSentence(error));
      }
      // Not awaited: the error is shown at once.
      void invalidateSecurity(client);
    },
  });
}
