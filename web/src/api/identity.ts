import { rawPost } from './call.js';

/**
 * The identity service refused. The message begins with the provider's prefix of ten characters, which the screens
 * cut off (section 8).
 */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';

  /** The message without its prefix. */
  get sentence(): string {
    return this.message.slice(PREFIX_LENGTH);
  }
}

const PREFIX_LENGTH = 10;
const PREFIX = 'Identity: ';

/** What the screens need of whoever knows the users. */
export interface IdentityProvider {
  /** @returns the user's id @throws IdentityError, ConnectionError */
  signIn(credentials: Credentials & { readonly remember: boolean }): Promise<string>;
  /** Makes an account and signs in. @returns the user's id @throws IdentityError, ConnectionError */
  signUp(credentials: Credentials): Promise<string>;
  /** @throws IdentityError, ConnectionError */
  signOut(): Promise<void>;
  /** Sends a mail with a link to the reset page, whether or not the account exists. */
  sendResetMail(email: string): Promise<void>;
  /** Sets the password that the code of such a mail stands for. */
  confirmReset(code: string, password: string): Promise<void>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The built-in service. */
export const identityProvider: IdentityProvider = {
  signIn: ({ email, password, remember }) =>
    uidOf(post('/sign-in/email', { email, password, rememberMe: remember })),
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
};

async function post(call: string, body: object): Promise<unknown> {
  const response = await rawPost(`/auth${call}`, body);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new IdentityError(`${PREFIX}${refusalText(answer)}`);
  }
  return answer;
}

/** The service's own refusals have a message, the server's problems a detail. */
function refusalText(answer: unknown): string {
  const { message, detail } = (answer ?? {}) as { message?: unknown; detail?: unknown };
  const sentence = [message, detail].find((text) => typeof text === 'string' && text !== '');
  return typeof sentence === 'string' ? sentence : 'The identity service gave no reason.';
}

async function uidOf(answering: Promise<unknown>): Promise<string> {
  const answer = (await answering) as { user?: { id?: unknown } } | null;
  const uid = answer?.user?.id;
  if (typeof uid !== 'string' || uid === '') {
    throw new IdentityError(`${PREFIX}The identity service gave no user.`);
  }
  return uid;
}
