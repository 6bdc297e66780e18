import type { LiveEvent } from './live-events.js';
import type { Subscription } from './subscriptions.js';

/** The subscription of a tab's screens, and the logged-in user: '' for a visitor. */
export interface TabSubscription extends Subscription {
  readonly uid: string;
}

/** The messages between the tabs of a browser. */
export type TabMessage =
  /** Null if this tab is hidden or shows nothing live. */
  | { readonly type: 'want'; readonly tab: string; readonly wants: TabSubscription | null }
  | { readonly type: 'who' }
  | {
      readonly type: 'event';
      readonly event: LiveEvent;
      readonly uid: string;
      readonly server: string | null;
    }
  | { readonly type: 'missing'; readonly isMissing: boolean }
  /** Sent to a tab that joins a stream that is already open. */
  | {
      readonly type: 'joined';
      readonly tab: string;
      readonly isMissing: boolean;
      readonly server: string | null;
    };

/** The channel to the other tabs. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
}

/** The part of the browser's `LockManager` that is used here. */
export interface TabLocks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface ShareListener {
  /** This tab leads and holds the streams for all visible tabs. Null: it no longer leads. */
  readonly onLead: (wants: TabSubscription | null) => void;
  /** Called with each event that the leader forwards. */
  readonly onEvent: (event: LiveEvent) => void;
  readonly onMissing: (isMissing: boolean) => void;
  /** Called with the server process whose stream the leader follows, before its events. */
  readonly onServer: (server: string | null) => void;
}

/** One tab's part in sharing the streams among the visible tabs of a browser. */
export interface TabShare {
  /** @param wants null for nothing; the tab then does not lead */
  want(wants: TabSubscription | null): void;
  /** Forwards an event from the leader to the other tabs. */
  tell(event: LiveEvent, server: string | null): void;
  reportMissing(isMissing: boolean): void;
}

const LOCK = 'perkex-live';

/**
 * The visible tabs elect a leader with a lock. The browser passes it on however the leader ends. Without locks or a
 * channel (on an insecure page, or where tabs are isolated), each tab leads itself.
 */
export function joinShare(
  tab: string,
  channel: TabChannel | null,
  locks: TabLocks | null,
  { onLead, onEvent, onMissing, onServer }: ShareListener,
): TabShare {
  const others = new Map<string, TabSubscription>();
  let own: TabSubscription | null = null;
  let isLeader = false;
  let isMissing = false;
  let server: string | null = null;
  /** Ends this tab's candidacy or lead; null when it is not a candidate. */
  let resign: (() => void) | null = null;

  const post = (message: TabMessage) => channel?.post(message);
  const lead = () => {
    if (isLeader && own !== null) {
      onLead(unionOf(own, [...others.values()]));
    }
  };

  function beLeader(): void {
    isLeader = true;
    onMissing(false);
    post({ type: 'who' });
    lead();
  }

  function stand(): void {
    if (channel === null || locks === null) {
      resign = () => {};
      beLeader();
      return;
    }
    const candidacy = new AbortController();
    const { signal } = candidacy;
    resign = () => candidacy.abort();
    const hold = () =>
      new Promise<void>((release) => {
        if (signal.aborted) {
          release();
          return;
        }
        signal.addEventListener('abort', () => release());
        beLeader();
      });
    locks.request(LOCK, { signal }, hold).catch(() => {});
  }

  function stepBack(): void {
    resign?.();
    resign = null;
    others.clear();
    isMissing = false;
    if (isLeader) {
      isLeader = false;
      onLead(null);
    }
  }

  function hearWants(from: string, wants: TabSubscription | null): void {
    const isNew = wants !== null && !others.has(from);
    if (wants === null) {
      others.delete(from);
    } else {
      others.set(from, wants);
    }
    lead();
    if (isNew) {
      post({ type: 'joined', tab: from, isMissing, server });
    }
  }

  function hearLeader(message: TabMessage, userId: string): void {
    if (message.type === 'event' && (message.uid === userId || !isOwn(message.event))) {
      onServer(message.server);
      onEvent(message.event);
    } else if (message.type === 'missing') {
      onMissing(message.isMissing);
    } else if (message.type === 'joined' && message.tab === tab) {
      onServer(message.server);
      onMissing(message.isMissing);
      onEvent({ name: 'reset', data: { isOwn: false } });
      onEvent({ name: 'reset', data: { isOwn: true } });
    } else if (message.type === 'who') {
      post({ type: 'want', tab, wants: own });
    }
  }

  channel?.listen((message) => {
    if (own !== null && isLeader && message.type === 'want') {
      hearWants(message.tab, message.wants);
    } else if (own !== null && !isLeader) {
      hearLeader(message, own.uid);
    }
  });

  return {
    want(wants) {
      own = wants;
      if (wants === null) {
        post({ type: 'want', tab, wants });
        stepBack();
        return;
      }
      if (resign === null) {
        stand();
      } else {
        lead();
      }
      if (!isLeader) {
        post({ type: 'want', tab, wants });
      }
    },
    tell(event, followedServer) {
      server = followedServer;
      post({ type: 'event', event, uid: own?.uid ?? '', server });
    },
    reportMissing(isMissingNow) {
      isMissing = isMissingNow;
      post({ type: 'missing', isMissing });
    },
  };
}

/** True if an event concerns only its user. */
function isOwn(event: LiveEvent): boolean {
  return event.name === 'reset' ? event.data.isOwn : ['order', 'trade', 'notice'].includes(event.name);
}

/** All tabs of a browser share one login. During a change of user, the leader's login counts. */
function unionOf(own: TabSubscription, others: readonly TabSubscription[]): TabSubscription {
  const all = [own, ...others];
  return {
    products: [...new Set(all.flatMap(({ products }) => products))],
    isOfMarket: all.some(({ isOfMarket }) => isOfMarket),
    uid: own.uid,
  };
}
