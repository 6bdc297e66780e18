import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { permanentStorage } from '../../storage/storage.js';
import { AUTH_STORAGE_KEY } from '../../storage/stored-keys.js';

/** The auth state of section 3. Only `user` is stored. */
export interface AuthState {
  readonly user: { readonly id: string; readonly isLoggedInPersisted: 'true' | 'false' };
  readonly isLoggedInTemporary: boolean;
  readonly error: string;
  readonly success: string;
  /** True if the login ended without a logout: protected pages then redirect to the login page instead of Home. */
  readonly hasSessionEnded: boolean;
}

/** Shown when a login has ended without a logout. */
export const SESSION_ENDED = 'Your session has ended. Please log in again.';

const LOGGED_OUT: AuthState = {
  user: { id: '', isLoggedInPersisted: 'false' },
  isLoggedInTemporary: false,
  error: '',
  success: '',
  hasSessionEnded: false,
};

/** The logged-in user, as far as this browser knows. The server's session decides what they may do. */
export const useAuth = create<AuthState>()(
  persist(() => LOGGED_OUT, {
    name: AUTH_STORAGE_KEY,
    storage: createJSONStorage(() => permanentStorage),
    partialize: ({ user }) => ({ user }),
    merge: (stored, current) => ({ ...current, user: readUser(stored) ?? current.user }),
  }),
);

/** The stored user, unless the storage holds something else. */
function readUser(stored: unknown): AuthState['user'] | null {
  const user = (stored as Partial<AuthState> | null | undefined)?.user;
  if (typeof user?.id !== 'string') {
    return null;
  }
  const { id, isLoggedInPersisted } = user;
  const isGood = isLoggedInPersisted === 'false' || (isLoggedInPersisted === 'true' && id !== '');
  return isGood ? { id, isLoggedInPersisted } : null;
}

export function isLoggedIn({ user, isLoggedInTemporary }: AuthState): boolean {
  return user.isLoggedInPersisted === 'true' || isLoggedInTemporary;
}

/** The id of the logged-in user, empty for a visitor. */
export function useUserId(): string {
  return useAuth(uidOf);
}

export function currentUserId(): string {
  return uidOf(useAuth.getState());
}

function uidOf(state: AuthState): string {
  return isLoggedIn(state) ? state.user.id : '';
}

/** Section 4, "Auth": `remember` sets the persisted flag, otherwise only the flag of this session. */
export function setLoggedIn(
  userId: string,
  { remember, success }: { remember: boolean; success: string },
): void {
  useAuth.setState({
    user: { id: userId, isLoggedInPersisted: remember ? 'true' : 'false' },
    isLoggedInTemporary: !remember,
    error: '',
    success,
    hasSessionEnded: false,
  });
}

/** Clears the stored state, the id, the message and both flags (section 4, "Auth"). */
export function setLoggedOut(): void {
  useAuth.setState(LOGGED_OUT);
  useAuth.persist.clearStorage();
}

export function setSuccess(success: string): void {
  useAuth.setState({ error: '', success, hasSessionEnded: false });
}

export function setError(error: string): void {
  useAuth.setState({ error, success: '', hasSessionEnded: false });
}

export function setSessionEnded(): void {
  useAuth.setState({ ...LOGGED_OUT, error: SESSION_ENDED, hasSessionEnded: true });
}
