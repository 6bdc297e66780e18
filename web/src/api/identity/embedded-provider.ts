import type { SignInAnswer } from '@perkex/contract/identity.js';
import { IDENTITY_ADDRESSES, type IdentityCallName } from '@perkex/contract/identity-addresses.js';
import type { IdentityAnswer, IdentityInput } from '@perkex/contract/identity-calls.js';
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
  read: () => ask('security'),
  readEvents: async () => (await ask('events')).events,
  async prove(proof) {
    await ask('prove', proof);
  },
  async sendProofCode() {
    await ask('sendProofCode');
  },
  startApp: (password) => ask('startApp', { password }),
  confirmApp: async (code) => (await ask('confirmApp', { code })).recoveryCodes,
  async startPhone(password, phone) {
    await ask('startPhone', { password, phone });
  },
  confirmPhone: async (code) => (await ask('confirmPhone', { code })).recoveryCodes,
  async turnOff(factor, password) {
    await ask(factor === 'app' ? 'turnAppOff' : 'turnPhoneOff', { password });
  },
  renewRecoveryCodes: async (password) => (await ask('renewRecoveryCodes', { password })).recoveryCodes,
  async unlinkGithub(password) {
    await ask('unlinkGithub', { password });
  },
  async changePassword(password, newPassword) {
    await ask('changePassword', { password, newPassword });
  },
  changeEmail: async (newEmail) => (await ask('changeEmail', { newEmail })).isOldAsked,
  confirmEmailChange: async (code) => (await ask('confirmEmailChange', { code })).isChanged,
  async endSession(id) {
    await ask('endSession', { id });
  },
  async endOtherSessions() {
    await ask('endOtherSessions');
  },
  async deleteAccount(password) {
    await ask('deleteAccount', { password });
  },
};

/** The adapter of the built-in service. */
export const embeddedProvider = ({ hasGithub }: { readonly hasGithub: boolean }): IdentityProvider => ({
  signIn: async ({ email, password, remember }) =>
    resultOf(await ask('signIn', { email, password, rememberMe: remember })),
  signUp: async ({ email, password }) => (await ask('signUp', { email, password })).user.id,
  async signOut() {
    await ask('signOut');
  },
  async sendResetMail(email) {
    await ask('requestReset', { email });
  },
  async confirmReset(code, password) {
    await ask('resetPassword', { token: code, newPassword: password });
  },
  emailProof: () => ask('emailProof'),
  async sendConfirmationMail() {
    await ask('sendConfirmation');
  },
  async confirmEmail(code) {
    if (code !== '') {
      await ask('confirmEmail', { code });
    } else if (!(await ask('emailProof')).isProved) {
      throw new IdentityError(`${PREFIX}${LINK_NEEDED}`);
    }
  },
  async signInWithGithub() {
    if (!hasGithub) {
      throw new IdentityError(`${PREFIX}GitHub sign-in is not set up here.`);
    }
    await visitGithub();
    return resultOf(await ask('finishGithub'));
  },
  pendingLinkMethods: async () => (await ask('linkMethods')).methods,
  linkWithPassword: async (password) => resultOf(await ask('linkGithub', { password })),
  async sendSecondFactorCode() {
    await ask('sendSecondCode');
  },
  async confirmSecondFactor(proof) {
    const result = resultOf(await ask('confirmSecondFactor', proof));
    if (result.type !== 'signed-in') {
      throw new IdentityError(`${PREFIX}The identity service asks for more.`);
    }
    return result.uid;
  },
  security,
});

const POPUP_SENTENCES: Readonly<Record<PopupFailure, string>> = {
  'popup-blocked': 'The browser has blocked the popup. Please allow popups for this site, and try again.',
  'popup-closed-by-user': 'The popup was closed before you had signed in.',
  'cancelled-popup-request': 'This sign-in was replaced by a newer one.',
};

/** @returns when the popup is back from GitHub, however that went */
async function visitGithub(): Promise<void> {
  try {
    await visitInPopup(async () => (await ask('startGithub')).url);
  } catch (error) {
    if (!(error instanceof PopupError)) {
      throw error;
    }
    if (error.reason === 'popup-closed-by-user') {
      // If this fails, the server's side expires by itself.
      ask('cancelGithub').catch(() => {});
    }
    throw new IdentityError(`${PREFIX}${POPUP_SENTENCES[error.reason]}`);
  }
}

/** Makes a call of the contract and gives its answer. */
async function ask<Name extends IdentityCallName>(
  name: Name,
  ...[body]: IdentityInput<Name> extends undefined ? [] : [IdentityInput<Name>]
): Promise<IdentityAnswer<Name>> {
  const { method, path } = IDENTITY_ADDRESSES[name];
  const response = await (method === 'GET' ? rawGet(path) : rawPost(path, body ?? {}));
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw errorOf(answer);
  }
  if (answer === null) {
    throw new IdentityError(`${PREFIX}The identity service gave no answer.`);
  }
  return answer as IdentityAnswer<Name>;
}

function errorOf(answer: unknown): Error {
  const sentence = refusalText(answer);
  switch ((answer as { code?: unknown } | null)?.code) {
    case 'NOT_SIGNED_IN':
      return new RefusalError('not-signed-in', 401, sentence);
    case 'PROOF_NEEDED':
      return new RefusalError('proof-needed', 403, sentence);
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

function resultOf(answer: SignInAnswer): SignInResult {
  if ('secondFactor' in answer) {
    return { type: 'second-factor', demand: answer.secondFactor };
  }
  if ('link' in answer) {
    return { type: 'link', demand: answer.link };
  }
  return { type: 'signed-in', uid: answer.user.id };
}
