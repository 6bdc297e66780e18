import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isSignedOut } from '../../api/call.js';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { faultSentence } from '../../api/identity/fault-sentence.js';
import type { SecuritySettings } from '../../api/identity/identity-provider.js';
import { invalidateSecurity } from '../../api/security.js';
import { showActionSuccess, showActionWarning } from '../../ui/toast.js';

interface SecurityAction<Input, Answer> {
  readonly call: (settings: SecuritySettings, input: Input) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
  /** The toast of a success; none for a step on the way. */
  readonly success?: string;
}

/** A change of how one logs in. It is announced, and the page is read again however it ended. */
export function useSecurityAction<Input, Answer>({ call, onDone, success }: SecurityAction<Input, Answer>) {
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
    onError(error) {
      // Whoever is signed out is told so for every call at once, and sent to the login.
      if (!isSignedOut(error)) {
        showActionWarning(faultSentence(error));
      }
      // Why it was refused is said at once.
      void invalidateSecurity(client);
    },
  });
}
