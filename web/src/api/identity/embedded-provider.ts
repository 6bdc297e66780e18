import type { AppSecret, EmailProof, LoginSecurity, SignInAnswer } from '@perkex/contract/identity.js';
import { RefusalError, rawGet, rawPost } from '../call.js';
import {
  DeadCodeError,
  IdentityError,
  type IdentityProvider,
  LINK_NEEDED,
  OtherAccountError,
  type SecuritySettings,
  SignInOverError,
  type SignInResult,
  UnfitEmailError,
  UnfitPasswordError,
  WrongPasswordError,
} from './identity-provider.js';
import { PopupError, type PopupFailure, visitInPopup } from './popup.js';

const PREFIX = 'Identity: ';

const security: SecuritySettings = {
  read: () => answerOf<LoginSecurity>(rawGet('/auth/security')),
  startApp: (password) => post<AppSecret>('/second-factor/app/start', { password }),
  confirmApp: (code) => recoveryCodesOf(post('/second-factor/app/confirm', { code })),
  async startPhone(password, phone) {
    await post('/second-factor/phone/start', { password, phone });
  },
  confirmPhone: (code) => recoveryCodesOf(post('/second-factor/phone/confirm', { code })),
  async turnOff(factor, password) {
    await post(`/second-factor/${factor}/off`, { password });
  },
  renewRecoveryCodes: (password) => recoveryCodesOf(post('/second-factor/recovery', { password })),
  async unlinkGithub(password) {
    await post('/github/unlink', { password });
  },
  async changePassword(password, newPassword) {
    await post('/password', { password, newPassword });
  },
  async endSession(id) {
    await post('/sessions/end', { id });
  },
  async endOtherSessions() {
    await post('/sessions/end-others', {});
  },
};

/** The adapter of the built-in service. */
export const embeddedProvider = ({ hasGithub }: { readonly hasGithub: boolean }): IdentityProvider => ({
  signIn: ({ email, password, remember }) =>
    resultOf(post('/sign-in/email', { email, password, rememberMe: remember })),
  signUp: ({ email, password }) => uidOf(post('/sign-up/email', { email, password })),
  async signOut() {
    await post('/sign-out', {});
  },
  async sendResetMail(email) {
    await post('/request-password-reset', { email });
  },
  async confirmReset(code, password) {
    await post('/reset-password', { token: code, newPassword: password });
  },
  emailProof: readEmailProof,
  async sendConfirmationMail() {
    await post('/email-proof/send', {});
  },
  async confirmEmail(code) {
    if (code !== '') {
      await post('/email-proof/confirm', { code });
    } else if (!(await readEmailProof()).isProved) {
      throw new IdentityError(`${PREFIX}${LINK_NEEDED}`);
    }
  },
  async signInWithGithub() {
    if (!hasGithub) {
      throw new IdentityError(`${PREFIX}GitHub sign-in is not set up here.`);
    }
    await visitGithub();
    return resultOf(post('/github/finish', {}));
  },
  async pendingLinkMethods() {
    const { methods } = await answerOf<{ methods: readonly string[] }>(rawGet('/auth/github/link'));
    return methods;
  },
  linkWithPassword: (password) => resultOf(post('/github/link', { password })),
  async sendSecondFactorCode() {
    await post('/second-factor/send-code', {});
  },
  confirmSecondFactor: (proof) => uidOf(post('/second-factor/confirm', proof)),
  security,
});

const readEmailProof = () => answerOf<EmailProof>(rawGet('/auth/email-proof'));

const POPUP_SENTENCES: Readonly<Record<PopupFailure, string>> = {
  'popup-blocked': 'The browser has blocked the popup. Please allow popups for this site, and try again.',
  'popup-closed-by-user': 'The popup was closed before you had signed in.',
  'cancelled-popup-request': 'This sign-in was replaced by a newer one.',
};

/** @returns when the popup is back from GitHub, however that went */
async function visitGithub(): Promise<void> {
  try {
    await visitInPopup(async () => (await post<{ url: string }>('/github/start', {})).url);
  } catch (error) {
    if (!(error instanceof PopupError)) {
      throw error;
    }
    if (error.reason === 'popup-closed-by-user') {
      // If this fails, the server's side expires by itself.
      post('/github/cancel', {}).catch(() => {});
    }
    throw new IdentityError(`${PREFIX}${POPUP_SENTENCES[error.reason]}`);
  }
}

function post<Answer>(call: string, body: object): Promise<Answer> {
  return answerOf(rawPost(`/auth${call}`, body));
}

async function answerOf<Answer>(answering: Promise<Response>): Promise<Answer> {
  const response = await answering;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw errorOf(answer);
  }
  return answer as Answer;
}

function errorOf(answer: unknown): Error {
  const sentence = refusalText(answer);
  switch ((answer as { code?: unknown } | null)?.code) {
    case 'NOT_SIGNED_IN':
      return new RefusalError('not-signed-in', 401, sentence);
    case 'SIGN_IN_OVER':
    case 'LINK_OVER':
      return new SignInOverError(`${PREFIX}${sentence}`);
    case 'OTHER_ACCOUNT':
      return new OtherAccountError(`${PREFIX}${sentence}`);
    case 'INVALID_TOKEN':
      return new DeadCodeError(`${PREFIX}${sentence}`);
    case 'INVALID_EMAIL':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return new UnfitEmailError(`${PREFIX}${sentence}`);
    case 'INVALID_PASSWORD':
      return new WrongPasswordError(`${PREFIX}${sentence}`);
    case 'PASSWORD_TOO_SHORT':
    case 'PASSWORD_TOO_LONG':
    case 'PASSWORD_TOO_COMMON':
      return new UnfitPasswordError(`${PREFIX}${sentence}`);
    default:
      return new IdentityError(`${PREFIX}${sentence}`);
  }
}

/** The service's own refusals carry a message, the server's problems a detail. */
function refusalText(answer: unknown): string {
  const { message, detail } = (answer ?? {}) as { message?: unknown; detail?: unknown };
  const sentence = [message, detail].find((text) => typeof text === 'string' && text !== '');
  return typeof sentence === 'string' ? sentence : 'The identity service gave no reason.';
}

async function resultOf(answering: Promise<SignInAnswer>): Promise<SignInResult> {
  const answer = await answering;
  if ('secondFactor' in answer) {
    return { type: 'second-factor', demand: answer.secondFactor };
  }
  if ('link' in answer) {
    return { type: 'link', demand: answer.link };
  }
  return { type: 'signed-in', uid: uidIn(answer) };
}

async function uidOf(answering: Promise<unknown>): Promise<string> {
  return uidIn(await answering);
}

async function recoveryCodesOf(
  answering: Promise<{ recoveryCodes: readonly string[] }>,
): Promise<readonly string[]> {
  return (await answering).recoveryCodes;
}

function uidIn(answer: unknown): string {
  const uid = (answer as { user?: { id?: unknown } } | null)?.user?.id;
  if (typeof uid !== 'string' || uid === '') {
    throw new IdentityError(`${PREFIX}The identity service gave no user.`);
  }
  return uid;
}
