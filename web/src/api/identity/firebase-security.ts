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
import { asSignedInUser, currentUser } from './firebase-user.js';
import type { IdentityError, SecuritySettings } from './identity-provider.js';

/** How the signed-in user logs in. Firebase has codes by phone, but no recovery codes and no list of sessions. */
export function firebaseSecurity(auth: Auth): SecuritySettings {
  /** The id to verify the code with that was sent to a phone being set up. */
  let verificationId: string | null = null;

  return {
    read: () =>
      asSignedInUser(async () => {
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
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        await proveAgain(user, password);
        await requireVerifiedEmail(user);
        const session = await multiFactor(user).getSession();
        // Firebase takes no spaces or dashes. It refuses what is not a number itself.
        const phoneNumber = readPhoneNumber(phone) ?? phone;
        verificationId = await sendCode(auth, { phoneNumber, session });
      }),
    confirmPhone: (code) =>
      asSignedInUser(async () => {
        if (verificationId === null) {
          throw refused('Please have a code sent to your phone first.');
        }
        await multiFactor(await currentUser(auth)).enroll(proofOf(verificationId, code));
        verificationId = null;
        return [];
      }),
    turnOff: (factor, password) =>
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        const phone = phoneAmong(multiFactor(user).enrolledFactors);
        if (factor !== 'phone' || !phone) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await multiFactor(user).unenroll(phone);
      }),
    unlinkGithub: (password) =>
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        if (!hasPassword(user)) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await unlink(user, GithubAuthProvider.PROVIDER_ID);
      }),
    changePassword: (password, newPassword) =>
      asSignedInUser(async () => {
        const user = await currentUser(auth);
        await proveAgain(user, password);
        await updatePassword(user, newPassword);
      }),
    prove: (proof) =>
      asSignedInUser(async () => {
        if (!('password' in proof)) {
          throw notOffered();
        }
        const user = await currentUser(auth);
        await proveAgain(user, proof.password);
        // The token names the time of the proof.
        await user.getIdToken(true);
      }),
    sendProofCode: refuse,
    readEvents: refuse,
    startApp: refuse,
    confirmApp: refuse,
    renewRecoveryCodes: refuse,
    changeEmail: refuse,
    confirmEmailChange: refuse,
    endSession: refuse,
    endOtherSessions: refuse,
    deleteAccount: refuse,
  };
}

async function refuse(): Promise<never> {
  throw notOffered();
}

function notOffered(): IdentityError {
  return refused('That is not available here.');
}

function hasPassword({ providerData }: User): boolean {
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

function githubName({ providerData }: User): string | null {
  const github = providerData.find(({ providerId }) => providerId === GithubAuthProvider.PROVIDER_ID);
  return github ? (github.displayName ?? github.email ?? github.uid) : null;
}

/** Firebase asks for the second factor only once the first proof is right, which is all that is asked for here. */
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

/** Firebase allows a second factor only for accounts with a verified e-mail. */
async function requireVerifiedEmail(user: User): Promise<void> {
  await user.reload();
  if (!user.emailVerified) {
    await sendEmailVerification(user);
    throw refused('Please confirm your e-mail first: we have sent you a link.');
  }
}
