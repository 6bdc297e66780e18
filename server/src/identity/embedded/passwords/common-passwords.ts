import { MIN_PASSWORD_LENGTH } from '@perkex/contract/identity.js';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Refused } from '../refusals.js';

/** The tens of thousands of passwords that people choose most, and that are tried first; in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= MIN_PASSWORD_LENGTH),
);

/** Whether it is one of the most common passwords, whatever its capitals. */
export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase());
}

/** Whether it is the e-mail, or the part before the @. */
export function isOfEmail(password: string, email: unknown): boolean {
  const [text, address] = [password.toLowerCase(), String(email).toLowerCase()];
  return text === address || text === address.split('@')[0];
}

export const COMMON_PASSWORD: Refused = {
  refusal: {
    code: 'PASSWORD_TOO_COMMON',
    message: 'This password is one of the most common ones, which are guessed first. Please choose another.',
  },
};
