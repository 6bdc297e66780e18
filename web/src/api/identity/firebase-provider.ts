import {
  type Auth,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
} from '@firebase/auth';
import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import { ConnectionError } from '../call.js';
import { type FirebaseIdentitySetup, openAuth } from './firebase-auth.js';
import { firebaseEmailProof } from './firebase-email-proof.js';
import { hasCode, isLoginGone, told } from './firebase-errors.js';
import { firebaseSecurity } from './firebase-security.js';
import { firebaseSignIns } from './firebase-sign-in.js';
import type { IdentityProvider } from './identity-provider.js';

/** A provider elsewhere: our own server knows its users by a token that each call carries. */
export interface HostedProvider extends IdentityProvider {
  /** The token of whoever is signed in, renewed when it is old; null for nobody. @throws ConnectionError */
  idToken(): Promise<string | null>;
}

/** Firebase Authentication, by its own client. */
export function firebaseProvider(
  setup: FirebaseIdentitySetup,
  options: { expectsPopup: boolean },
): HostedProvider {
  const auth = openAuth(setup, options);
  const emailProof = firebaseEmailProof(auth);
  return {
    ...firebaseSignIns(auth),
    signUp: ({ email, password }) =>
      told(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        if (setup.requiresEmailProof) {
          // The account is made whatever becomes of its mail, which can be sent again.
          emailProof.sendConfirmationMail().catch(() => {});
        }
        return user.uid;
      }),
    signOut: () => told(() => auth.signOut()),
    sendResetMail: (email) => told(() => sendResetMail(auth, email)),
    confirmReset: (code, password) => told(() => confirmPasswordReset(auth, code, password)),
    ...emailProof,
    security: firebaseSecurity(auth),
    idToken: () => idToken(auth),
  };
}

/** Who has no account is not told so. */
async function sendResetMail(auth: Auth, email: string): Promise<void> {
  try {
    await sendPasswordResetEmail(auth, email, { url: new URL(PAGE_PATHS.login, location.origin).href });
  } catch (error) {
    if (!hasCode(error, 'auth/user-not-found')) {
      throw error;
    }
  }
}

async function idToken(auth: Auth): Promise<string | null> {
  await auth.authStateReady();
  try {
    return (await auth.currentUser?.getIdToken()) ?? null;
  } catch (error) {
    if (isLoginGone(error)) {
      return null;
    }
    throw new ConnectionError();
  }
}
