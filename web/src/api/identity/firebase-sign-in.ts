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
import { phoneEnding } from '@perkex/contract/phone-number.js';
import { hasCode, refusal, refused, signInOver, told } from './firebase-errors.js';
import { phoneAmong, proofOf, sendCode } from './firebase-phone.js';
import type { IdentityProvider, SignInResult } from './identity-provider.js';

type SignIns = Pick<
  IdentityProvider,
  | 'signIn'
  | 'signInWithGithub'
  | 'pendingLinkMethods'
  | 'linkWithPassword'
  | 'sendSecondFactorCode'
  | 'confirmSecondFactor'
>;

/** GitHub has said who somebody is, and the e-mail belongs to an account with a password. */
interface PendingLink {
  readonly email: string;
  readonly credential: AuthCredential;
  /** In the page's own time (performance.now). */
  readonly endMs: number;
}

/** The first proof was good, and the account asks for a second one. */
interface PendingProof {
  readonly resolver: MultiFactorResolver;
  /** What the code of the phone is for; null until one was sent. */
  readonly verificationId: string | null;
  /** What is left to do when the user is known. */
  readonly finish: Finish;
}

type Finish = (user: User) => Promise<unknown>;

/** As long as a server of ours keeps one. */
const LINK_LIFETIME_MS = 10 * 60_000;
const nothingLeft: Finish = async () => {};

/** Sign-ins with their steps. One is under way at a time: another one that begins forgets it. */
export function firebaseSignIns(auth: Auth): SignIns {
  let link: PendingLink | null = null;
  let proof: PendingProof | null = null;

  async function begin(prove: () => Promise<UserCredential>): Promise<SignInResult> {
    link = null;
    return follow(prove, nothingLeft);
  }

  /** Makes a first proof, and finishes or says what comes next. */
  async function follow(prove: () => Promise<UserCredential>, finish: Finish): Promise<SignInResult> {
    proof = null;
    try {
      const { user } = await prove();
      return { type: 'signed-in', uid: await finished(user, finish) };
    } catch (error) {
      if (hasCode(error, 'auth/multi-factor-auth-required')) {
        return demandProof(error as MultiFactorError, finish);
      }
      if (hasCode(error, 'auth/account-exists-with-different-credential')) {
        return demandPassword(error as AuthError);
      }
      throw refusal(error);
    }
  }

  function demandProof(error: MultiFactorError, finish: Finish): SignInResult {
    const resolver = getMultiFactorResolver(auth, error);
    const phone = phoneAmong(resolver.hints);
    if (!phone) {
      throw refusal(error);
    }
    proof = { resolver, verificationId: null, finish };
    const ending = phoneEnding(phone.phoneNumber);
    return {
      type: 'second-factor',
      demand: { factors: ['phone'], phone: ending, mayTrustDevice: false },
    };
  }

  async function demandPassword(error: AuthError): Promise<SignInResult> {
    const credential = OAuthProvider.credentialFromError(error);
    const { email } = error.customData;
    if (!credential || !email) {
      throw refusal(error);
    }
    link = { email, credential, endMs: performance.now() + LINK_LIFETIME_MS };
    if (!(await methodsOf(link)).includes('password')) {
      link = null;
      throw refusal(error);
    }
    return { type: 'link', demand: { email } };
  }

  /** A login that only half came about is none. */
  async function finished(user: User, finish: Finish): Promise<string> {
    try {
      await finish(user);
      return user.uid;
    } catch (error) {
      await auth.signOut();
      throw error;
    }
  }

  /** A project that protects its users' e-mails names no methods for any of them; then a password is worth a try. */
  async function methodsOf({ email }: PendingLink): Promise<readonly string[]> {
    const methods = await told(() => fetchSignInMethodsForEmail(auth, email));
    return methods.length > 0 ? methods : ['password'];
  }

  function currentLink(): PendingLink {
    if (!link || performance.now() > link.endMs) {
      link = null;
      throw signInOver('Please sign in with GitHub again: that was too long ago.');
    }
    return link;
  }

  function currentProof(): PendingProof {
    if (!proof) {
      throw signInOver('Please log in again.');
    }
    return proof;
  }

  return {
    signIn: ({ email, password }) => begin(() => signInWithEmailAndPassword(auth, email, password)),
    signInWithGithub: () =>
      begin(() => signInWithPopup(auth, new GithubAuthProvider(), browserPopupRedirectResolver)),
    pendingLinkMethods: async () => methodsOf(currentLink()),
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
      const verificationId = await told(() => sendCode(auth, { multiFactorHint, session }));
      proof = { resolver, verificationId, finish };
    },
    async confirmSecondFactor({ factor, code }) {
      const { resolver, verificationId, finish } = currentProof();
      if (factor !== 'phone' || verificationId === null) {
        throw refused('Please have a code sent to your phone first.');
      }
      return told(async () => {
        const { user } = await resolver.resolveSignIn(proofOf(verificationId, code));
        proof = null;
        return finished(user, finish);
      });
    },
  };
}
