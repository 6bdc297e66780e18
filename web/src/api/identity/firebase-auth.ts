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
 * Firebase's client. A login is kept where all tabs find it, with 'Remember Me' or without: what ends one without it is
 * our own flag, by signing out, so that open tabs share it (session.ts). The long texts of errors are the ones that
 * people can read.
 *
 * @param expectsPopup whether a popup may be opened next: then Safari and phones, which are strict about what a click
 *   may open, load what it needs at once
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
