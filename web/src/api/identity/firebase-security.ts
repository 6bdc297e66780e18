import {
  type Auth,
  browserPopupRedirectResolver,
  EmailAuthProvider,
  GithubAuthProvider,
  multiFactor,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  type User,
  unlink,
} from '@firebase/auth';
import { phoneEnding, readPhoneNumber } from '@perkex/contract/phone-number.js';
import { RefusalError } from '../call.js';
import { hasCode, isLoginGone, refused, told } from './firebase-errors.js';
import { phoneAmong, proofOf, sendCode } from './firebase-phone.js';
import type { IdentityError, SecuritySettings } from './identity-provider.js';

/** How the signed-in user logs in. Firebase offers codes by phone; it neither lists sessions nor has recovery codes. */
export function firebaseSecurity(auth: Auth): SecuritySettings {
  /** What the code of the phone that is to be turned on is for. */
  let verificationId: string | null = null;

  async function currentUser(): Promise<User> {
    await auth.authStateReady();
    if (!auth.currentUser) {
      throw notSignedIn();
    }
    return auth.currentUser;
  }

  return {
    read: () =>
      own(async () => {
        const user = await currentUser();
        await user.reload();
        const phone = phoneAmong(multiFactor(user).enrolledFactors);
        return {
          email: user.email ?? '',
          hasPassword: hasPassword(user),
          github: githubName(user),
          phone: phone && phoneEnding(phone.phoneNumber),
          ...{ app: null, recoveryCodes: null, sessions: null },
        };
      }),
    startPhone: (password, phone) =>
      own(async () => {
        const user = await currentUser();
        await proveAgain(user, password);
        await demandKnownEmail(user);
        const session = await multiFactor(user).getSession();
        // Firebase knows no spaces and dashes. What is no number it refuses in its own words.
        const phoneNumber = readPhoneNumber(phone) ?? phone;
        verificationId = await sendCode(auth, { phoneNumber, session });
      }),
    confirmPhone: (code) =>
      own(async () => {
        if (verificationId === null) {
          throw refused('Please have a code sent to your phone first.');
        }
        await multiFactor(await currentUser()).enroll(proofOf(verificationId, code));
        verificationId = null;
        return [];
      }),
    turnOff: (factor, password) =>
      own(async () => {
        const user = await currentUser();
        const phone = phoneAmong(multiFactor(user).enrolledFactors);
        if (factor !== 'phone' || !phone) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await multiFactor(user).unenroll(phone);
      }),
    unlinkGithub: (password) =>
      own(async () => {
        const user = await currentUser();
        if (!hasPassword(user)) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await unlink(user, GithubAuthProvider.PROVIDER_ID);
      }),
    startApp: refuse,
    confirmApp: refuse,
    renewRecoveryCodes: refuse,
    endSession: refuse,
    endOtherSessions: refuse,
  };
}

/** Fails as the port says of whoever is signed in. */
function own<Result>(task: () => Promise<Result>): Promise<Result> {
  return told(async () => {
    try {
      return await task();
    } catch (error) {
      throw isLoginGone(error) ? notSignedIn() : error;
    }
  });
}

function notSignedIn(): RefusalError {
  return new RefusalError('not-signed-in', 401, 'Please log in first.');
}

async function refuse(): Promise<never> {
  throw notOffered();
}

function notOffered(): IdentityError {
  return refused('That is not offered here.');
}

function hasPassword({ providerData }: User): boolean {
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

function githubName({ providerData }: User): string | null {
  const github = providerData.find(({ providerId }) => providerId === GithubAuthProvider.PROVIDER_ID);
  return github ? (github.displayName ?? github.email ?? github.uid) : null;
}

/** An account with a second factor is asked for it only after its first proof was good: that is all we want to know. */
async function proveAgain(user: User, password: string): Promise<void> {
  try {
    await (hasPassword(user)
      ? reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
      : reauthenticateWithPopup(user, new GithubAuthProvider(), browserPopupRedirectResolver));
  } catch (error) {
    if (!hasCode(error, 'auth/multi-factor-auth-required')) {
      throw error;
    }
  }
}

/** Firebase gives a second factor only to accounts whose e-mail is known to be their owner's. */
async function demandKnownEmail(user: User): Promise<void> {
  await user.reload();
  if (!user.emailVerified) {
    await sendEmailVerification(user);
    throw refused('Please confirm your e-mail first: we have sent you a link.');
  }
}
