import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** The code of an authenticator app with this secret, this many steps of 30 s from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
