import type { AppSecret } from '@perkex/contract/identity.js';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'PerkeX';
const SECRET_BYTES = 20;
const DIGITS = 6;
const PERIOD_SECONDS = 30;
/** How many time steps a clock may be off, in either direction. */
const WINDOW_STEPS = 1;

/** A new secret for this user's authenticator app (RFC 6238; SHA-1, because every app supports it). */
export function newAppSecret(email: string): AppSecret {
  const secret = new Secret({ size: SECRET_BYTES });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/** The code of a secret at a time. */
export function codeAt(secret: string, timeMs: number): string {
  return totpOf(Secret.fromBase32(secret)).generate({ timestamp: timeMs });
}

/** The time step of a code, or null when no current time step matches. */
export function stepOfCode(secret: string, code: string, timeMs: number): number | null {
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

/** The code of an app or a message, without spaces; null for text that cannot be a code. */
export function sixDigits(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : null;
}
