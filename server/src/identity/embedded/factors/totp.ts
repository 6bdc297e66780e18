import type { AppSecret } from '@perkex/contract/identity.js';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'PerkeX';
const SECRET_BYTES = 20;
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** How many time steps a clock may be off, either way. */
const WINDOW_STEPS = 1;

/** A secret for the authenticator app of this user (RFC 6238; SHA-1, since that is what every app knows). */
export function newAppSecret(email: string): AppSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/** The time step whose code this is, or null when it is not a code of about now. */
export function stepOfCode(secret: string, code: string, timeMs = Date.now()): number | null {
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: timeMs, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timeMs / (PERIOD_SECONDS * 1_000)) + delta;
}

function totpOf(secret: Secret, label = ISSUER): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}

/** The code of an app or a message, without the spaces that people type; null for what cannot be one. */
export function sixDigits(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}
