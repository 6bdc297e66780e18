import { isEmail, MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { INVALID_EMAIL, type Refused, refuseField } from '../refusals.js';
import { refuseGuessable } from './guessable-passwords.js';

const NAME_LENGTH_MOST = 200;
export const PASSWORD_LENGTH = { least: MIN_PASSWORD_LENGTH, most: 128 } as const;

export type Fields = Readonly<Record<string, unknown>>;

export interface SignInFields {
  /** As it is stored: in lower case. */
  readonly email: string;
  readonly password: string;
  /** Whether the session outlives the browser's. */
  readonly remember: boolean;
}

export interface SignUpFields extends SignInFields {
  readonly name: string;
}

/** Our screens ask for no name: a missing one is empty. */
export function readSignUp(body: unknown): SignUpFields | Refused {
  const { name = '' } = asFields(body);
  const read = readSignIn(body);
  if ('refusal' in read) {
    return read;
  }
  if (!isText(name) || name.length > NAME_LENGTH_MOST) {
    return refuseField('name');
  }
  if (read.password.length < PASSWORD_LENGTH.least) {
    return PASSWORD_TOO_SHORT;
  }
  return refuseGuessable(read.password, read.email) ?? { ...read, name };
}

/** What can be no e-mail, and no password, is refused before anything is counted for it. */
export function readSignIn(body: unknown): SignInFields | Refused {
  const { email, password, rememberMe = true } = asFields(body);
  if (typeof email !== 'string') {
    return refuseField('email');
  }
  if (!isEmail(email)) {
    return INVALID_EMAIL;
  }
  if (!isText(password)) {
    return refuseField('password');
  }
  if (typeof rememberMe !== 'boolean') {
    return refuseField('rememberMe');
  }
  return password.length > PASSWORD_LENGTH.most
    ? PASSWORD_TOO_LONG
    : { email: email.toLowerCase(), password, remember: rememberMe };
}

export const PASSWORD_TOO_SHORT: Refused = {
  refusal: { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' },
};
export const PASSWORD_TOO_LONG: Refused = {
  refusal: { code: 'PASSWORD_TOO_LONG', message: 'Password too long' },
};

export function asFields(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** No text column takes a null byte. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}
