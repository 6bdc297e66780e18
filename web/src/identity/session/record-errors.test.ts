import { beforeEach, describe, expect, it } from 'vitest';
import { ConnectionError } from '../../api/call.js';
import { IdentityError } from '../../api/identity/identity-provider.js';
import { isLoggedIn, setError, setLoggedIn, setLoggedOut, setSuccess, useAuth } from './auth-store.js';
import { recordErrors } from './record-errors.js';

/** Section 3, "Auth state", and section 4, "Auth". */

beforeEach(() => useAuth.setState(useAuth.getInitialState(), true));

const failing = (error: Error) => recordErrors(() => Promise.reject(error));

describe('recordErrors', () => {
  it('stores the error without its first ten characters and clears the success', async () => {
    setSuccess('Successfully sent reset email!');
    await expect(failing(new IdentityError('Firebase: Error (auth/wrong-password).'))).rejects.toThrow(
      'Error (auth/wrong-password).',
    );
    expect(useAuth.getState()).toMatchObject({ error: 'Error (auth/wrong-password).', success: '' });
  });

  it('asks to try again after a lost connection and hides the details of unexpected errors', async () => {
    await expect(failing(new ConnectionError())).rejects.toThrow(/connection .* Please try again\.$/);
    await expect(failing(new TypeError('x is not a function'))).rejects.toThrow('Something went wrong.');
  });
});

describe('setSuccess and setLoggedIn', () => {
  it('clear the error', () => {
    setError('Invalid email or password');
    setSuccess('Successfully set new password!');
    expect(useAuth.getState()).toMatchObject({ error: '', success: 'Successfully set new password!' });
    setError('Invalid email or password');
    setLoggedIn('ann', { remember: true, success: 'Successfully logged in!' });
    expect(useAuth.getState()).toMatchObject({ error: '', success: 'Successfully logged in!' });
  });

  it.each([
    [true, 'true', false],
    [false, 'false', true],
  ])('set only one flag (remember %s)', (remember, persisted, temporary) => {
    setLoggedIn('ann', { remember, success: '' });
    expect(useAuth.getState()).toMatchObject({
      user: { id: 'ann', isLoggedInPersisted: persisted },
      isLoggedInTemporary: temporary,
    });
    expect(isLoggedIn(useAuth.getState())).toBe(true);
  });
});

describe('setLoggedOut', () => {
  it.each([true, false])('clears the id, the message and both flags (remember %s)', (remember) => {
    setLoggedIn('ann', { remember, success: 'Successfully logged in!' });
    setLoggedOut();
    expect(useAuth.getState()).toEqual({
      user: { id: '', isLoggedInPersisted: 'false' },
      isLoggedInTemporary: false,
      error: '',
      success: '',
      hasSessionEnded: false,
    });
  });
});
