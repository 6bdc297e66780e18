import { MAX_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import type { PasswordGate, Visitor } from '../limits/password-gate.js';
import { passwordHashing } from './password-hash.js';

/** A password that may be judged, and has been counted. */
export interface AllowedAttempt {
  readonly visitor: Visitor;
  /** The password was right, or was never judged: it should not count. */
  forgive(): Promise<void>;
}

/** Whether it is the password of the hash. Rejects with GateFullError when too many passwords wait. */
export async function isRightPassword(
  gate: PasswordGate,
  { visitor, forgive }: AllowedAttempt,
  hash: string | null,
  password: string,
): Promise<boolean> {
  try {
    const isRight =
      hash !== null &&
      password.length <= MAX_PASSWORD_LENGTH &&
      (await gate.run(visitor, () => passwordHashing.verify({ hash, password })));
    if (isRight) {
      await forgive();
    }
    return isRight;
  } catch (error) {
    await forgive();
    throw error;
  }
}
