import { isEmail } from '@perkex/contract/identity.js';
import { INVALID_EMAIL, type Refused, refuseField } from '../refusals.js';
import { asFields, isText, PASSWORD_LENGTH, PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT } from './credentials.js';

/** The one answer to a code that was never issued, was used or is too old. */
export const DEAD_CODE: Refused = {
  refusal: {
    code: 'INVALID_TOKEN',
    message: 'This link has been used or is too old. Ask for a new one.',
  },
};

/** The e-mail as it is stored, by the rules of a sign-up (section 5), or a refusal. */
export function readResetRequest(body: unknown): { readonly email: string } | Refused {
  const { email } = asFields(body);
  if (typeof email !== 'string') {
    return refuseField('email');
  }
  if (!isEmail(email)) {
    return INVALID_EMAIL;
  }
  return { email: email.toLowerCase() };
}

/** The code and the new password, by the rules of a sign-up (section 5), or a refusal. */
export function readReset(body: unknown): { readonly code: string; readonly password: string } | Refused {
  const { token } = asFields(body);
  const read = readNewPassword(body);
  if ('refusal' in read) {
    return read;
  }
  return typeof token === 'string' ? { code: token, ...read } : DEAD_CODE;
}

/** The `newPassword` of a body, by the same rules. */
export function readNewPassword(body: unknown): { readonly password: string } | Refused {
  const { newPassword } = asFields(body);
  if (!isText(newPassword)) {
    return refuseField('newPassword');
  }
  if (newPassword.length < PASSWORD_LENGTH.least) {
    return PASSWORD_TOO_SHORT;
  }
  if (newPassword.length > PASSWORD_LENGTH.most) {
    return PASSWORD_TOO_LONG;
  }
  return { password: newPassword };
}
