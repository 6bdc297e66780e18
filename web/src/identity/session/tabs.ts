/** Messages between open tabs about a login that is not stored. */
type TabMessage =
  | { readonly type: 'who-is-logged-in' }
  | { readonly type: 'still-logged-in'; readonly uid: string }
  | { readonly type: 'logged-in'; readonly uid: string }
  /** Sent before the call that ends the session, which the server may refuse other tabs for at once. */
  | { readonly type: 'logging-out'; readonly uid: string }
  /** Follows the other one, whether or not the session has ended. */
  | { readonly type: 'logout-over' }
  | { readonly type: 'logged-out'; readonly uid: string };

export interface Tabs {
  /** Asks the other tabs. @returns the user of the temporary login in one of them, or null */
  ask(): Promise<string | null>;
  tell(message: TabMessage): void;
  /** Call this with true while this tab has a temporary login. */
  setHasLogin(hasLogin: boolean): void;
}

export interface TabListener {
  /** The user of this tab's temporary login, or null. */
  readonly temporaryUserId: () => string | null;
  readonly onLoggedIn: (userId: string) => void;
  readonly onLoggedOut: (userId: string) => void;
  /** @param over resolves when the other tab's logout has ended, or after a timeout */
  readonly onLoggingOut: (userId: string, over: Promise<void>) => void;
}

/** Other tabs answer within a few milliseconds, unless they are busy. */
const ANSWER_TIMEOUT_MS = 300;
/** The timeout for a busy tab, which still holds its lock. */
const BUSY_TIMEOUT_MS = 4_000;
/** Held by every tab with a temporary login. */
const LOCK = 'perkex-temporary-login';

/** The timeout for a logout in a tab that is closed before its end: as long as a call may take. */
const LOGOUT_TIMEOUT_MS = 20_000;

const NO_TABS: Tabs = { ask: async () => null, tell() {}, setHasLogin() {} };

export function joinTabs(listener: TabListener): Tabs {
  try {
    return joinChannel(new BroadcastChannel('perkex-session'), listener);
  } catch {
    // This browser isolates its tabs, so each has its own login.
    return NO_TABS;
  }
}

function joinChannel(channel: BroadcastChannel, listener: TabListener): Tabs {
  const { temporaryUserId, onLoggedIn, onLoggedOut, onLoggingOut } = listener;
  /** Set while this tab waits for an answer. Later answers are ignored. */
  let heard: ((userId: string) => void) | null = null;
  let logoutOver = () => {};
  const tell = (message: TabMessage) => channel.postMessage(message);

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    switch (data.type) {
      case 'who-is-logged-in': {
        const userId = temporaryUserId();
        if (userId !== null) {
          tell({ type: 'still-logged-in', uid: userId });
        }
        return;
      }
      case 'still-logged-in':
        heard?.(data.uid);
        return;
      case 'logged-in':
        onLoggedIn(data.uid);
        return;
      case 'logging-out': {
        const over = new Promise<void>((resolve) => {
          logoutOver = resolve;
          setTimeout(resolve, LOGOUT_TIMEOUT_MS);
        });
        onLoggingOut(data.uid, over);
        return;
      }
      case 'logout-over':
        logoutOver();
        return;
      case 'logged-out':
        onLoggedOut(data.uid);
    }
  });

  return {
    ask() {
      return new Promise((answer) => {
        const done = (userId: string | null) => {
          heard = null;
          clearTimeout(timer);
          answer(userId);
        };
        const timer = setTimeout(() => void untilUnlocked().then(() => done(null)), ANSWER_TIMEOUT_MS);
        heard = done;
        tell({ type: 'who-is-logged-in' });
      });
    },
    tell,
    setHasLogin: createLoginLock(),
  };
}

/** Resolves when no tab has a temporary login, or after a timeout. Web Locks need HTTPS. */
async function untilUnlocked(): Promise<void> {
  if ('locks' in navigator) {
    const signal = AbortSignal.timeout(BUSY_TIMEOUT_MS);
    await navigator.locks.request(LOCK, { signal }, () => {}).catch(() => {});
  }
}

function createLoginLock(): Tabs['setHasLogin'] {
  let release: (() => void) | null = null;
  return (hasLogin) => {
    if (hasLogin && release === null && 'locks' in navigator) {
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      navigator.locks.request(LOCK, { mode: 'shared' }, () => released).catch(() => {});
    } else if (!hasLogin) {
      release?.();
      release = null;
    }
  };
}
