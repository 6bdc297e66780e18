import { MAX_PASSWORD_LENGTH } from '@perkex/contract/password-length.js';
import type { PasswordSemaphore, Visitor } from '../limits/password-semaphore.js';
import { passwordHashing } from './password-hash.js';

/** A counted attempt whose password may be checked. */
export interface AllowedAttempt {
  readonly visitor: Visitor;
  /** Takes the attempt back: the password was right, or was never checked. */
  forgive(): Promise<void>;
}

/**
 * Checks whether the password matches the hash. Rejects with SemaphoreFullError when too many passwords are waiting.
 */
export async function isRightPassword(
  semaphore: PasswordSemaphore,
  { visitor, forgive }: AllowedAttempt,
  hash: string | null,
  password: string,
): Promise<boolean> {
  try {
    const isRight =
      hash !== null &&
      password.length <= MAX_PASSWORD_LENGTH &&
      (await semaphore.run(visitor, () => passwordHashing.verify({ hash, password })));
    if (isRight) {
      await forgive();
    }
    return isRight;
  } catch (error) {
    await forgive();
    throw error;
  }
}
