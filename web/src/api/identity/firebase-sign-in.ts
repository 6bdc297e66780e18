import {
  type Auth,
  type AuthCredential,
  type AuthError,
  browserPopupRedirectResolver,
  fetchSignInMethodsForEmail,
  GithubAuthProvider,
  getMultiFactorResolver,
  linkWithCredential,
  type MultiFactorError,
  type MultiFactorResolver,
  OAuthProvider,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
  type UserCredential,
} from '@firebase/auth';
import type { SignInAnswer } from '@perkex/contract/identity.js';
import { phoneEnding } from '@perkex/contract/phone-number.js';
import { hasCode, refusal, refused, translateErrors } from './firebase-errors.js';
import { phoneAmong, proofOf, sendCode } from './firebase-phone.js';
import type { IdentityProvider } from './identity-provider.js';

type SignIns = Pick<
  IdentityProvider,
  'signIn' | 'signInWithGithub' | 'linkWithPassword' | 'sendSecondFactorCode' | 'confirmSecondFactor'
>;

/** A GitHub sign-in whose e-mail belongs to an account with a password. */
interface PendingLink {
  readonly email: string;
  readonly credential: AuthCredential;
  /** On the page's own clock (performance.now). */
  readonly endMs: number;
}

/** A sign-in that has passed its first step and needs a second factor. */
interface PendingProof {
  readonly resolver: MultiFactorResolver;
  /** The id to verify the phone's code with; null until a code has been sent. */
  readonly verificationId: string | null;
  /** The remaining steps once the user is known. */
  readonly finish: Finish;
}

type Finish = (user: User) => Promise<unknown>;

/** The same lifetime as in our own identity service. */
const LINK_LIFETIME_MS = 10 * 60_000;
const nothingLeft: Finish = async () => {};

/** Sign-ins and their steps, one at a time: starting another drops the previous one. */
export function firebaseSignIns(auth: Auth): SignIns {
  let link: PendingLink | null = null;
  let proof: PendingProof | null = null;

  async function begin(prove: () => Promise<UserCredential>): Promise<SignInAnswer> {
    link = null;
    return follow(prove, nothingLeft);
  }

  /** Runs the first step, then finishes or returns the next step. */
  async function follow(prove: () => Promise<UserCredential>, finish: Finish): Promise<SignInAnswer> {
    proof = null;
    try {
      const { user } = await prove();
      return { user: { id: await finished(user, finish) } };
    } catch (error) {
      if (hasCode(error, 'auth/multi-factor-auth-required')) {
        return askForProof(error as MultiFactorError, finish);
      }
      if (hasCode(error, 'auth/account-exists-with-different-credential')) {
        return askForPassword(error as AuthError);
      }
      throw refusal(error);
    }
  }

  function askForProof(error: MultiFactorError, finish: Finish): SignInAnswer {
    const resolver = getMultiFactorResolver(auth, error);
    const phone = phoneAmong(resolver.hints);
    if (!phone) {
      throw refusal(error);
    }
    proof = { resolver, verificationId: null, finish };
    const ending = phoneEnding(phone.phoneNumber);
    return { secondFactor: { factors: ['phone'], phone: ending, mayTrustDevice: false } };
  }

  async function askForPassword(error: AuthError): Promise<SignInAnswer> {
    const credential = OAuthProvider.credentialFromError(error);
    const { email } = error.customData;
    if (!credential || !email) {
      throw refusal(error);
    }
    link = { email, credential, endMs: performance.now() + LINK_LIFETIME_MS };
    const methods = await translateErrors(() => fetchSignInMethodsForEmail(auth, email));
    // With e-mail enumeration protection, Firebase never lists methods, so a password is worth a try.
    if (methods.length > 0 && !methods.includes('password')) {
      link = null;
      throw refusal(error);
    }
    return { link: { email } };
  }

  /** Signs out again if the sign-in cannot be completed. */
  async function finished(user: User, finish: Finish): Promise<string> {
    try {
      await finish(user);
      return user.uid;
    } catch (error) {
      await auth.signOut();
      throw error;
    }
  }

  function currentLink(): PendingLink {
    if (!link || performance.now() > link.endMs) {
      link = null;
      throw refused('That took too long. Please sign in with GitHub again.', 'ended-sign-in');
    }
    return link;
  }

  function currentProof(): PendingProof {
    if (!proof) {
      throw refused('Please log in again.', 'ended-sign-in');
    }
    return proof;
  }

  return {
    signIn: ({ email, password }) => begin(() => signInWithEmailAndPassword(auth, email, password)),
    // Google's client signs out and in one after the other, so this need not wait for the old login.
    signInWithGithub: () =>
      begin(() => signInWithPopup(auth, new GithubAuthProvider(), browserPopupRedirectResolver)),
    async linkWithPassword(password) {
      const { email, credential } = currentLink();
      return follow(
        () => signInWithEmailAndPassword(auth, email, password),
        async (user) => {
          await linkWithCredential(user, credential);
          link = null;
        },
      );
    },
    async sendSecondFactorCode() {
      const { resolver, finish } = currentProof();
      const multiFactorHint = phoneAmong(resolver.hints);
      if (!multiFactorHint) {
        throw refused('There is no phone to send a code to.');
      }
      const { session } = resolver;
      const verificationId = await translateErrors(() => sendCode(auth, { multiFactorHint, session }));
      proof = { resolver, verificationId, finish };
    },
    async confirmSecondFactor({ factor, code }) {
      const { resolver, verificationId, finish } = currentProof();
      if (factor !== 'phone' || verificationId === null) {
        throw refused('Please have a code sent to your phone first.');
      }
      return translateErrors(async () => {
        const { user } = await resolver.resolveSignIn(proofOf(verificationId, code));
        proof = null;
        return { user: { id: await finished(user, finish) } };
      });
    },
  };
}
