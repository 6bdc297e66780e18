import { isEmail, MAX_EMAIL_LENGTH } from '@perkex/contract/identity.js';
import { INVALID_EMAIL, type Refused, refuseField } from '../refusals.js';
import { PASSWORD_LENGTH } from '../service/identity-service.js';
import { refuseGuessable } from './guessable-passwords.js';

const NAME_LENGTH_MOST = 200;

export type Fields = Readonly<Record<string, unknown>>;

/** Fields for better-auth, or a refusal. */
export type ReadFields = { readonly fields: Fields } | Refused;

/** Our screens ask for no name, better-auth requires one: a missing name is an empty one. */
export function readSignUp(body: unknown): ReadFields {
  const { name = '', email, password, rememberMe } = asFields(body);
  if (typeof email === 'string' && !isEmail(email)) {
    return INVALID_EMAIL;
  }
  const read = judge({ name, email, password, rememberMe });
  if ('refusal' in read || typeof password !== 'string' || !hasRightLength(password)) {
    // better-auth has its own answers for other lengths.
    return read;
  }
  return refuseGuessable(password, email) ?? read;
}

function hasRightLength({ length }: string): boolean {
  return length >= PASSWORD_LENGTH.least && length <= PASSWORD_LENGTH.most;
}

/** What can be no e-mail is refused before anything is counted for it. */
export function readSignIn(body: unknown): ReadFields {
  const { email, password, rememberMe } = asFields(body);
  if (typeof email === 'string' && !isEmail(email)) {
    return INVALID_EMAIL;
  }
  return judge({ email, password, rememberMe });
}

export function asFields(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/**
 * Refuses the values that better-auth would let through to the database, where they are errors: null bytes, which
 * no text column takes, and e-mails longer than an index entry. Lengths are those of RFC 5321, and of a name.
 */
function judge(fields: Fields): ReadFields {
  const wrong = Object.entries(fields).find(([field, value]) => !isStorable(field, value));
  if (!wrong) {
    return { fields };
  }
  if (wrong[0] === 'email') {
    return INVALID_EMAIL;
  }
  return refuseField(wrong[0]);
}

export function isStorable(field: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return false;
  }
  if (typeof value !== 'string') {
    return true;
  }
  if (value.includes('\0')) {
    return false;
  }
  if (field === 'email') {
    return value.length <= MAX_EMAIL_LENGTH;
  }
  return field !== 'name' || value.length <= NAME_LENGTH_MOST;
}
