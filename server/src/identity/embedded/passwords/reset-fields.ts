import * as z from 'zod/mini';
import { INVALID_EMAIL, type Refused, refuseField } from '../refusals.js';
import { PASSWORD_LENGTH } from '../service/identity-service.js';
import { COMMON_PASSWORD, isCommonPassword } from './common-passwords.js';
import { asFields, isStorable } from './credentials.js';

/** What a code that was never issued, was used, is too old or was replaced is told: the same, in words for a person. */
export const DEAD_CODE: Refused = {
  refusal: {
    code: 'INVALID_TOKEN',
    message: 'This link has been used or is too old. Ask for a new one.',
  },
};

/** The e-mail as it is stored, by the rules of a sign-up (section 5), or a refusal in better-auth's shape. */
export function readResetRequest(body: unknown): { readonly email: string } | Refused {
  const { email } = asFields(body);
  if (typeof email !== 'string') {
    return refuseField('email');
  }
  if (!isStorable('email', email) || !z.safeParse(z.email(), email).success) {
    return INVALID_EMAIL;
  }
  return { email: email.toLowerCase() };
}

/** The code and the new password, by the rules of a sign-up (section 5), or a refusal in better-auth's shape. */
export function readReset(body: unknown): { readonly code: string; readonly password: string } | Refused {
  const { token, newPassword } = asFields(body);
  if (typeof newPassword !== 'string' || !isStorable('newPassword', newPassword)) {
    return refuseField('newPassword');
  }
  if (newPassword.length < PASSWORD_LENGTH.least) {
    return { refusal: { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' } };
  }
  if (newPassword.length > PASSWORD_LENGTH.most) {
    return { refusal: { code: 'PASSWORD_TOO_LONG', message: 'Password too long' } };
  }
  if (isCommonPassword(newPassword)) {
    return COMMON_PASSWORD;
  }
  return typeof token === 'string' ? { code: token, password: newPassword } : DEAD_CODE;
}
