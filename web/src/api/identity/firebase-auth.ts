import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  debugErrorMap,
  initializeAuth,
  inMemoryPersistence,
} from '@firebase/auth';
import type { IdentitySetup } from '@perkex/contract/identity-setup.js';

export type FirebaseIdentitySetup = Extract<IdentitySetup, { provider: 'firebase' }>;

/**
 * Firebase's client. It stores a login for all tabs, with or without 'Remember Me'. Without it, our own flag ends the
 * login by signing out, so that open tabs can share it (session.ts). Firebase's long error messages are the readable
 * ones.
 * @param expectsPopup true if a popup may be opened next. Safari and phones limit what a click may open, so the code of
 * the popup is loaded up front.
 */
export function openAuth(
  { firebase, emulatorUrl }: FirebaseIdentitySetup,
  { expectsPopup }: { expectsPopup: boolean },
): Auth {
  const auth = initializeAuth(initializeApp({ ...firebase }), {
    persistence: [browserLocalPersistence, inMemoryPersistence],
    errorMap: debugErrorMap,
    ...(expectsPopup ? { popupRedirectResolver: browserPopupRedirectResolver } : {}),
  });
  if (emulatorUrl !== null) {
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
    auth.settings.appVerificationDisabledForTesting = true;
  }
  return auth;
}
