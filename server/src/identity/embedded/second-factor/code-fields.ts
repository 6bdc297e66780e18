import { SECOND_FACTORS, type SecondProof } from '@perkex/contract/identity.js';
import { asFields } from '../passwords/credentials.js';

const CODE_LENGTH_MOST = 64;
const SIX_DIGITS = /^\d{6}$/;

/** The code of an app or a message, without the spaces that people type; null for what cannot be one. */
export function readCode(body: unknown): string | null {
  const code = readText(asFields(body).code)?.replaceAll(/\s/g, '') ?? null;
  return code !== null && SIX_DIGITS.test(code) ? code : null;
}

/** The second proof of a sign-in, a recovery code as it was typed; null for what cannot be one. */
export function readProof(body: unknown): SecondProof | null {
  const { factor, code: typed, trustDevice } = asFields(body);
  const known = SECOND_FACTORS.find((each) => each === factor);
  if (known === undefined) {
    return null;
  }
  const code = known === 'recovery' ? readText(typed) : readCode(body);
  return code === null ? null : { factor: known, code, trustDevice: trustDevice === true };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= CODE_LENGTH_MOST ? value : null;
}
