import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** What an authenticator app with this secret shows, so many time steps of half a minute from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
