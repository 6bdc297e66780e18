/** What the open tabs of this site tell each other about a login that is not stored. */
type TabMessage =
  | { readonly type: 'who-is-logged-in' }
  | { readonly type: 'logged-in'; readonly uid: string }
  | { readonly type: 'logged-out' };

export interface Tabs {
  /** Asks the other tabs. @returns the uid of the temporary login that one of them has, or null */
  ask(): Promise<string | null>;
  tell(message: TabMessage): void;
}

export interface TabListener {
  /** The uid of this tab's temporary login, or null. */
  readonly temporaryUid: () => string | null;
  readonly onLoggedIn: (uid: string) => void;
  readonly onLoggedOut: () => void;
}

/** Other tabs answer within a few milliseconds, or there are none. */
const ANSWER_TIMEOUT_MS = 300;

export function joinTabs({ temporaryUid, onLoggedIn, onLoggedOut }: TabListener): Tabs {
  const channel = new BroadcastChannel('perkex-session');
  let heard: ((uid: string) => void) | null = null;

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'who-is-logged-in') {
      const uid = temporaryUid();
      if (uid !== null) {
        channel.postMessage({ type: 'logged-in', uid } satisfies TabMessage);
      }
    } else if (data.type === 'logged-in') {
      heard?.(data.uid);
      onLoggedIn(data.uid);
    } else {
      onLoggedOut();
    }
  });

  return {
    ask() {
      return new Promise((answer) => {
        const done = (uid: string | null) => {
          heard = null;
          clearTimeout(timer);
          answer(uid);
        };
        const timer = setTimeout(() => done(null), ANSWER_TIMEOUT_MS);
        heard = done;
        channel.postMessage({ type: 'who-is-logged-in' } satisfies TabMessage);
      });
    },
    tell: (message) => channel.postMessage(message),
  };
}
