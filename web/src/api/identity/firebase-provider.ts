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
import { hasCode, isLoginGone, translateErrors } from './firebase-errors.js';
import { firebaseSecurity } from './firebase-security.js';
import { firebaseSignIns } from './firebase-sign-in.js';
import type { IdentityProvider } from './identity-provider.js';

/** An external provider. Our server recognises its users by a token in each call. */
export interface HostedProvider extends IdentityProvider {
  /** The signed-in user's token, renewed when it is old; null for visitors. @throws ConnectionError */
  idToken(): Promise<string | null>;
}

/** Firebase Authentication, through its own client. */
export function firebaseProvider(
  setup: FirebaseIdentitySetup,
  options: { expectsPopup: boolean },
): HostedProvider {
  const auth = openAuth(setup, options);
  const emailProof = firebaseEmailProof(auth);
  return {
    ...firebaseSignIns(auth),
    signUp: ({ email, password }) =>
      translateErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        if (setup.requiresEmailProof) {
          // The account exists even if its mail fails. The user can request another one.
          emailProof.sendConfirmation().catch(() => {});
        }
        return user.uid;
      }),
    signOut: () => translateErrors(() => auth.signOut()),
    // Google's client keeps its login until it is signed out.
    extendSession: async () => {},
    sendResetMail: (email) => translateErrors(() => sendResetMail(auth, email)),
    // Google only replaces the password and removes nothing else.
    describeReset: async () => ({ removes: null }),
    confirmReset: (code, password) => translateErrors(() => confirmPasswordReset(auth, code, password)),
    own: { ...firebaseSecurity(auth), ...emailProof },
    idToken: () => idToken(auth),
  };
}

/** Unknown addresses get the same response. */
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
