import { describe, expect, it, vi } from 'vitest';
import { ConnectionError } from '../../api/call.js';
import { IdentityError, type OwnCalls } from '../../api/identity/identity-provider.js';
import { changePassword } from './change-password.js';

const LOST = new ConnectionError();
const REFUSED = new IdentityError('The password is not right.', 'own-password');

/** Calls of which changing the password fails, and verifying the new one as well if that has an error. */
function ownCalls(failure: Error, verification?: Error) {
  const prove = vi.fn(() =>
    verification ? Promise.reject(verification) : Promise.resolve({ status: true }),
  );
  return { changePassword: () => Promise.reject(failure), prove } as unknown as OwnCalls & {
    prove: typeof prove;
  };
}

const change = (own: OwnCalls) => changePassword(own, { password: 'an old one', newPassword: 'a new one' });

describe('a password whose change failed', () => {
  it.each([
    ['its answer is lost', LOST],
    ['the old one is refused, because the request arrived twice', REFUSED],
  ])('is changed if %s, and the new one is right', async (_what, failure) => {
    const own = ownCalls(failure);
    await expect(change(own)).resolves.toEqual({ status: true });
    expect(own.prove).toHaveBeenCalledExactlyOnceWith({ password: 'a new one' });
  });

  it('may be changed if no answer arrives at all', async () => {
    await expect(change(ownCalls(LOST, new ConnectionError()))).rejects.toThrow(
      'The connection to PerkeX is lost, and your password may have been changed.',
    );
  });

  it.each([
    ['lost', LOST],
    ['refused', REFUSED],
  ])('is not changed if the new one is refused, too: the change is %s', async (_what, failure) => {
    await expect(change(ownCalls(failure, REFUSED))).rejects.toBe(failure);
  });
});
