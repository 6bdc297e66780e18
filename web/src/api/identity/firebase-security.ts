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
  updatePassword,
} from '@firebase/auth';
import { phoneEnding, readPhoneNumber } from '@perkex/contract/phone-number.js';
import { hasCode, refusalOfOwnPassword, refused } from './firebase-errors.js';
import { phoneAmong, proofOf, sendCode } from './firebase-phone.js';
import { currentUser, own } from './firebase-user.js';
import type { IdentityError, SecuritySettings } from './identity-provider.js';

/** How the signed-in user logs in. Firebase offers codes by phone; it neither lists sessions nor has recovery codes. */
export function firebaseSecurity(auth: Auth): SecuritySettings {
  /** What the code of the phone that is to be turned on is for. */
  let verificationId: string | null = null;

  return {
    read: () =>
      own(async () => {
        const user = await currentUser(auth);
        await user.reload();
        const phone = phoneAmong(multiFactor(user).enrolledFactors);
        return {
          email: user.email ?? '',
          hasPassword: hasPassword(user),
          github: githubName(user),
          phone: phone && phoneEnding(phone.phoneNumber),
          app: null,
          recoveryCodes: null,
          sessions: null,
        };
      }),
    startPhone: (password, phone) =>
      own(async () => {
        const user = await currentUser(auth);
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
        await multiFactor(await currentUser(auth)).enroll(proofOf(verificationId, code));
        verificationId = null;
        return [];
      }),
    turnOff: (factor, password) =>
      own(async () => {
        const user = await currentUser(auth);
        const phone = phoneAmong(multiFactor(user).enrolledFactors);
        if (factor !== 'phone' || !phone) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await multiFactor(user).unenroll(phone);
      }),
    unlinkGithub: (password) =>
      own(async () => {
        const user = await currentUser(auth);
        if (!hasPassword(user)) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await unlink(user, GithubAuthProvider.PROVIDER_ID);
      }),
    changePassword: (password, newPassword) =>
      own(async () => {
        const user = await currentUser(auth);
        await proveAgain(user, password);
        await updatePassword(user, newPassword);
      }),
    startApp: refuse,
    confirmApp: refuse,
    renewRecoveryCodes: refuse,
    endSession: refuse,
    endOtherSessions: refuse,
  };
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
  const isByPassword = hasPassword(user);
  try {
    await (isByPassword
      ? reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
      : reauthenticateWithPopup(user, new GithubAuthProvider(), browserPopupRedirectResolver));
  } catch (error) {
    if (!hasCode(error, 'auth/multi-factor-auth-required')) {
      throw isByPassword ? refusalOfOwnPassword(error) : error;
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
