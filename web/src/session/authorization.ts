import { authorizeCallsBy } from '../api/call.js';
import { callToken, identitySetup } from '../api/identity/chosen-provider.js';
import { currentUid } from './auth-store.js';

/** With a hosted provider the calls carry its token. A visitor has none, and does not load its code for it. */
export function authorizeCalls(): void {
  if (identitySetup.provider === 'firebase') {
    authorizeCallsBy(async () => (currentUid() === '' ? null : callToken()));
  }
}
