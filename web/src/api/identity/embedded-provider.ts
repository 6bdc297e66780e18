import { IDENTITY_ADDRESSES, type IdentityCallName } from '@perkex/contract/identity-addresses.js';
import type { IdentityAnswer, IdentityInput } from '@perkex/contract/identity-calls.js';
import type { ProblemCode } from '@perkex/contract/problems.js';
import { RefusalError, rawGet, rawPost, sentenceOf } from '../call.js';
import {
  IdentityError,
  type IdentityProvider,
  LINK_NEEDED,
  type OwnCalls,
  type RefusalSubject,
} from './identity-provider.js';
import { PopupError, type PopupFailure, visitInPopup } from './popup.js';

const PREFIX = 'Identity: ';

/** One function for each call of the contract. */
const calls = Object.fromEntries(
  Object.keys(IDENTITY_ADDRESSES).map((name) => [name, (body: object) => ask(name as 'prove', body)]),
) as unknown as OwnCalls;

/** The adapter of the built-in service. */
export const embeddedProvider = ({ hasGithub }: { readonly hasGithub: boolean }): IdentityProvider => ({
  signIn: ({ email, password, remember }) => ask('signIn', { email, password, rememberMe: remember }),
  signUp: async ({ email, password }) => (await ask('signUp', { email, password })).user.id,
  async signOut() {
    await ask('signOut');
  },
  async extendSession() {
    await rawGet(IDENTITY_ADDRESSES.session.path);
  },
  async sendResetMail(email) {
    await ask('requestReset', { email });
  },
  describeReset: (code) => ask('describeReset', { token: code }),
  async confirmReset(code, password) {
    await ask('resetPassword', { token: code, newPassword: password });
  },
  async signInWithGithub(oldLoginEnded) {
    if (!hasGithub) {
      throw new IdentityError(`${PREFIX}GitHub sign-in is not set up here.`);
    }
    await visitGithub(oldLoginEnded);
    return ask('finishGithub');
  },
  linkWithPassword: (password) => ask('linkGithub', { password }),
  async sendSecondFactorCode() {
    await ask('sendSecondCode');
  },
  confirmSecondFactor: (proof) => ask('confirmSecondFactor', proof),
  own: {
    ...calls,
    async confirmEmail({ code }) {
      if (code !== '') {
        return ask('confirmEmail', { code });
      }
      if (!(await ask('emailProof')).isProved) {
        throw new IdentityError(`${PREFIX}${LINK_NEEDED}`);
      }
      return { status: true };
    },
  },
});
const POPUP_SENTENCES: Readonly<Record<PopupFailure, string>> = {
  'popup-blocked': 'The browser has blocked the popup. Please allow popups for this site, and try again.',
  'popup-closed-by-user': 'The popup was closed before you had signed in.',
  'cancelled-popup-request': 'This sign-in was replaced by a newer one.',
};

/** @returns when the popup is back from GitHub, whatever the outcome */
async function visitGithub(oldLoginEnded: Promise<void>): Promise<void> {
  try {
    await visitInPopup(async (isOver) => {
      await oldLoginEnded;
      if (isOver()) {
        // Otherwise an attempt would begin after its own end.
        throw new PopupError('popup-closed-by-user');
      }
      return (await ask('startGithub')).url;
    });
  } catch (error) {
    if (!(error instanceof PopupError)) {
      throw error;
    }
    if (error.reason === 'popup-closed-by-user') {
      // If this fails, the attempt expires on the server.
      ask('cancelGithub').catch(() => {});
    }
    throw new IdentityError(`${PREFIX}${POPUP_SENTENCES[error.reason]}`);
  }
}

/** Makes a call of the contract and returns its response. */
async function ask<Name extends IdentityCallName>(
  name: Name,
  ...[body]: IdentityInput<Name> extends undefined ? [] : [IdentityInput<Name>]
): Promise<IdentityAnswer<Name>> {
  const { method, path } = IDENTITY_ADDRESSES[name];
  const { ok, body: answer } = await (method === 'GET' ? rawGet(path) : rawPost(path, body ?? {}));
  if (!ok) {
    throw errorOf(answer);
  }
  if (answer === null) {
    throw new IdentityError(`${PREFIX}The identity service gave no answer.`);
  }
  return answer as IdentityAnswer<Name>;
}

const SUBJECTS: Readonly<Partial<Record<ProblemCode, RefusalSubject>>> = {
  SIGN_IN_OVER: 'ended-sign-in',
  LINK_OVER: 'ended-sign-in',
  OTHER_ACCOUNT: 'other-account',
  INVALID_TOKEN: 'dead-code',
  INVALID_EMAIL: 'email',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email',
  INVALID_PASSWORD: 'own-password',
  PASSWORD_TOO_SHORT: 'new-password',
  PASSWORD_TOO_LONG: 'new-password',
  PASSWORD_TOO_COMMON: 'new-password',
  NO_SUCH_SESSION: 'ended-session',
};

/** Refusals of the identity service carry a message, problems of the server a detail. */
function errorOf(answer: unknown): Error {
  const {
    code = '',
    message,
    detail = '',
    requestId = '',
  } = (answer ?? {}) as Readonly<Record<string, string | undefined>>;
  const sentence =
    message || sentenceOf({ code, detail, requestId }) || 'The identity service gave no reason.';
  switch (code) {
    case 'NOT_SIGNED_IN':
      return new RefusalError('not-signed-in', 401, sentence);
    case 'PROOF_NEEDED':
      return new RefusalError('proof-needed', 403, sentence);
    default:
      return new IdentityError(`${PREFIX}${sentence}`, SUBJECTS[code as ProblemCode]);
  }
}
