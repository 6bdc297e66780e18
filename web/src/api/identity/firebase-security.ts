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
import { hasCode, refusal, refused, withUser } from './firebase-errors.js';
import { phoneAmong, proofOf, sendCode } from './firebase-phone.js';
import { type IdentityError, LOG_IN_AGAIN, type OwnCalls } from './identity-provider.js';

type Security = Omit<OwnCalls, 'emailProof' | 'sendConfirmation' | 'confirmEmail'>;
const DONE = { status: true } as const;

/**
 * The login methods and second factors of the signed-in user. Firebase supports codes by phone, but neither recovery
 * codes nor a list of sessions.
 */
export function firebaseSecurity(auth: Auth): Security {
  /** The id to verify the code that was sent to a phone being set up. */
  let verificationId: string | null = null;

  return {
    security: () =>
      withUser(auth, async (user) => {
        await user.reload();
        const phone = phoneOf(user);
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
    startPhone: ({ password, phone }) =>
      withUser(auth, async (user) => {
        await proveAgain(user, password);
        await requireVerifiedEmail(user);
        const session = await multiFactor(user).getSession();
        // Firebase accepts no spaces or dashes, and refuses invalid numbers itself.
        const phoneNumber = readPhoneNumber(phone) ?? phone;
        verificationId = await sendCode(auth, { phoneNumber, session });
        return DONE;
      }),
    confirmPhone: ({ code }) =>
      withUser(auth, async (user) => {
        if (verificationId === null) {
          throw refused('Please have a code sent to your phone first.');
        }
        await multiFactor(user).enroll(proofOf(verificationId, code));
        verificationId = null;
        return { recoveryCodes: [] };
      }),
    turnPhoneOff: ({ password }) =>
      withUser(auth, async (user) => {
        const phone = phoneOf(user);
        if (!phone) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await multiFactor(user).unenroll(phone);
        return DONE;
      }),
    unlinkGithub: ({ password }) =>
      withUser(auth, async (user) => {
        if (!hasPassword(user)) {
          throw notOffered();
        }
        await proveAgain(user, password);
        await unlink(user, GithubAuthProvider.PROVIDER_ID);
        return DONE;
      }),
    changePassword: ({ password, newPassword }) =>
      withUser(auth, async (user) => {
        await proveAgain(user, password);
        await updatePassword(user, newPassword);
        return DONE;
      }),
    prove: ({ password }) =>
      withUser(auth, async (user) => {
        if (password === undefined) {
          throw notOffered();
        }
        if (!(await proveAgain(user, password))) {
          throw refused(LOG_IN_AGAIN);
        }
        // The token carries the time of the verification.
        await user.getIdToken(true);
        return DONE;
      }),
    sendProofCode: refuse,
    events: refuse,
    startApp: refuse,
    confirmApp: refuse,
    turnAppOff: refuse,
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

function phoneOf(user: User) {
  return phoneAmong(multiFactor(user).enrolledFactors);
}

function hasPassword({ providerData }: User): boolean {
  return providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

function githubName({ providerData }: User): string | null {
  const github = providerData.find(({ providerId }) => providerId === GithubAuthProvider.PROVIDER_ID);
  return github ? (github.displayName ?? github.email ?? github.uid) : null;
}

/**
 * Firebase asks for the second factor only after the first step has succeeded, which is enough to change the login.
 * @returns false if it has asked, because the token's time of login then stays as it was
 */
async function proveAgain(user: User, password = ''): Promise<boolean> {
  const isByPassword = hasPassword(user);
  try {
    await (isByPassword
      ? reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password))
      : reauthenticateWithPopup(user, new GithubAuthProvider(), browserPopupRedirectResolver));
    return true;
  } catch (error) {
    if (!hasCode(error, 'auth/multi-factor-auth-required')) {
      const isWrong = isByPassword && hasCode(error, 'auth/wrong-password', 'auth/invalid-credential');
      throw isWrong ? refusal(error, 'own-password') : error;
    }
    return false;
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
