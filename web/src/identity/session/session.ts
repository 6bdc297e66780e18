import { whileSessionEnds } from '../../api/call.js';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { forgetPendingOrders } from '../../orders/stored-orders.js';
import { permanentStorage } from '../../storage/storage.js';
import { AUTH_STORAGE_KEY } from '../../storage/stored-keys.js';
import {
  currentUserId,
  isLoggedIn,
  setLoggedIn,
  setLoggedOut,
  setSessionEnded,
  setSuccess,
  useAuth,
} from './auth-store.js';
import { recordErrors } from './record-errors.js';
import { joinTabs } from './tabs.js';

/** Marks that this browser may have a session that ends with the page. It does not name the user. */
const TEMPORARY_KEY = 'perkex:temporary-login';
const RESTORE_TIMEOUT_MS = 5_000;

const tabs = joinTabs({
  temporaryUserId() {
    const { isLoggedInTemporary, user } = useAuth.getState();
    return isLoggedInTemporary ? user.id : null;
  },
  onLoggedIn(userId) {
    if (!isLoggedIn(useAuth.getState())) {
      setLoggedIn(userId, { remember: false, success: '' });
    }
  },
  onLoggedOut: (userId) => void followLogout(userId),
  onLoggingOut(userId, over) {
    if (useAuth.getState().user.id === userId) {
      whileSessionEnds(() => over);
    }
  },
});
useAuth.subscribe(({ isLoggedInTemporary }) => tabs.setHasLogin(isLoggedInTemporary));

/**
 * The sign-out of a login that ended with its page. A new login waits for it; otherwise the new login would be ended,
 * too.
 */
let endingOldLogin: Promise<void> = Promise.resolve();

/** Restores the login from the storage and from other tabs. The page waits for it, at most 5 s (section 9). */
export async function restoreSession(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === AUTH_STORAGE_KEY) {
      followStoredState();
    }
  });
  const timeout = new Promise<void>((done) => setTimeout(done, RESTORE_TIMEOUT_MS));
  await Promise.race([restore(), timeout]);
}

async function restore(): Promise<void> {
  if (permanentStorage.getItem(TEMPORARY_KEY) === null) {
    return;
  }
  const userId = await tabs.ask();
  if (userId !== null) {
    setLoggedIn(userId, { remember: false, success: '' });
  } else {
    permanentStorage.removeItem(TEMPORARY_KEY);
    // A tab that was too busy to answer must not continue with a session that has ended.
    tabs.tell({ type: 'logged-out', uid: useAuth.getState().user.id });
    setLoggedOut();
    endingOldLogin = signOut().catch(() => {
      // The next page load tries again, unless that would end a newer login.
      if (currentUserId() === '') {
        permanentStorage.setItem(TEMPORARY_KEY, '1');
      }
    });
  }
}

/** Called when another tab has logged in or out. */
async function followStoredState(): Promise<void> {
  if (permanentStorage.getItem(AUTH_STORAGE_KEY) === null) {
    if (useAuth.getState().user.isLoggedInPersisted === 'true') {
      setLoggedOut();
    }
    return;
  }
  await useAuth.persist.rehydrate();
}

/** Another tab has logged this user out. Another user may have logged in since and be in the storage. */
async function followLogout(userId: string): Promise<void> {
  if (useAuth.getState().user.id !== userId) {
    return;
  }
  await useAuth.persist.rehydrate();
  if (useAuth.getState().user.id === userId) {
    setLoggedOut();
  } else {
    useAuth.setState({ isLoggedInTemporary: false });
  }
}

/** Resolves when the earlier login of this browser has ended. */
export function oldLoginEnded(): Promise<void> {
  return endingOldLogin;
}

async function signOut(): Promise<void> {
  await (await identityProvider()).signOut();
}

/** @throws Error with a readable message, if the server could not end the session */
export function logOut(): Promise<void> {
  return whileOwnSessionEnds(async () => {
    await recordErrors(signOut);
    clearLogin();
  });
}

/** Until the session has ended, a refused call, here or in another tab, does not report that it ended unexpectedly. */
async function whileOwnSessionEnds<Result>(run: () => Promise<Result>): Promise<Result> {
  tabs.tell({ type: 'logging-out', uid: useAuth.getState().user.id });
  try {
    return await whileSessionEnds(run);
  } finally {
    tabs.tell({ type: 'logout-over' });
  }
}

/**
 * Extends a login with 'Remember Me', whose session ends after seven days without this. Call it once per page load, and
 * do not wait for it. If another user takes over the tab, its response is dropped, so it replaces no newer cookie.
 */
export async function extendLogin(): Promise<void> {
  if (useAuth.getState().user.isLoggedInPersisted === 'true') {
    // Without a response, the next page load tries again.
    await identityProvider()
      .then((provider) => provider.extendSession())
      .catch(() => {});
  }
}

/** Call this when the server reports that the session is over. @returns true if this tab was logged in */
export function sessionEnded(): boolean {
  const wasLoggedIn = currentUserId() !== '';
  if (wasLoggedIn) {
    endLogin();
    setSessionEnded();
  }
  return wasLoggedIn;
}

/** @throws Error with a readable message */
export function sendResetMail(email: string): Promise<string> {
  return recordErrors(async () => {
    await (await identityProvider()).sendResetMail(email);
    return succeeded('Successfully sent reset email!');
  });
}

/** Also ends this browser's login: the next page is /login. @throws Error with a readable message */
export function setNewPassword(code: string, password: string): Promise<string> {
  return recordErrors(() =>
    whileOwnSessionEnds(async () => {
      await (await identityProvider()).confirmReset(code, password);
      if (currentUserId() !== '') {
        await endAfterReset();
      }
      return succeeded('Successfully set new password!');
    }),
  );
}

/** The new password has ended all sessions of its user, but another user may be logged in here. */
async function endAfterReset(): Promise<void> {
  const isSignedOut = await signOut().then(
    () => true,
    () => false,
  );
  clearLogin();
  if (!isSignedOut) {
    // The next page load tries again.
    permanentStorage.setItem(TEMPORARY_KEY, '1');
  }
}

function succeeded(success: string): string {
  setSuccess(success);
  return success;
}

/** Logs the user in on this browser (section 4, "Auth"). */
export function beginLogin(userId: string, remember: boolean, success: string): void {
  setLoggedIn(userId, { remember, success });
  if (remember) {
    permanentStorage.removeItem(TEMPORARY_KEY);
  } else {
    permanentStorage.setItem(TEMPORARY_KEY, '1');
    tabs.tell({ type: 'logged-in', uid: userId });
  }
}

/**
 * Logs out here and in the other tabs, and removes all data of the user from this browser. Call this when the session
 * or the account no longer exists on the server.
 */
export function clearLogin(): void {
  forgetPendingOrders();
  endLogin();
}

function endLogin(): void {
  const { id: userId } = useAuth.getState().user;
  setLoggedOut();
  permanentStorage.removeItem(TEMPORARY_KEY);
  tabs.tell({ type: 'logged-out', uid: userId });
}
