import { FirebaseError } from '@firebase/app';
import { type Auth, reauthenticateWithCredential } from '@firebase/auth';
import { expect, it, vi } from 'vitest';
import { firebaseSecurity } from '../src/api/identity/firebase-security.js';

vi.mock('@firebase/auth', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@firebase/auth')>()),
  reauthenticateWithCredential: vi.fn(),
}));

/** Proves a session by the right password. @returns whether the token was renewed */
async function prove(): Promise<boolean> {
  const getIdToken = vi.fn();
  const currentUser = { email: 'ada@example.com', providerData: [{ providerId: 'password' }], getIdToken };
  const auth = { authStateReady: async () => {}, currentUser } as unknown as Auth;
  await firebaseSecurity(auth).prove({ password: 'correct horse' });
  return getIdToken.mock.calls.length > 0;
}

it('the password proves a session with Firebase', async () => {
  vi.mocked(reauthenticateWithCredential).mockResolvedValueOnce({} as never);
  expect(await prove()).toBe(true);
});

it('the password of an account with a second factor proves nothing: Firebase leaves the time of the login', async () => {
  const needsFactor = new FirebaseError('auth/multi-factor-auth-required', 'Proof of ownership is needed.');
  vi.mocked(reauthenticateWithCredential).mockRejectedValueOnce(needsFactor);
  await expect(prove()).rejects.toThrow(
    'Firebase: Please log out and log in again. That counts for ten minutes.',
  );
});
