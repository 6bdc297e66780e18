import type { LiveEvent } from './live-events.js';
import type { Demand } from './watches.js';

/** What the screens of a tab want, and who is logged in there: '' for a visitor. */
export interface Wants extends Demand {
  readonly uid: string;
}

/** What the tabs of a browser tell each other. */
export type TabMessage =
  /** Null: this tab is hidden, or shows nothing that moves. */
  | { readonly type: 'want'; readonly tab: string; readonly wants: Wants | null }
  | { readonly type: 'who' }
  | { readonly type: 'event'; readonly event: LiveEvent; readonly uid: string }
  | { readonly type: 'missing'; readonly isMissing: boolean }
  /** To a tab that has come to a stream that was open already. */
  | { readonly type: 'joined'; readonly tab: string; readonly isMissing: boolean };

/** The other tabs. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(hear: (message: TabMessage) => void): void;
}

/** As the browser's `LockManager`. */
export interface TabLocks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface ShareListener {
  /**
   * This tab leads: it holds the streams for what all visible tabs want. Null: it leads no more.
   * @returns whether a stream is opened anew for that
   */
  readonly onLead: (wants: Wants | null) => boolean;
  /** What the leader has heard. */
  readonly onEvent: (event: LiveEvent) => void;
  readonly onMissing: (isMissing: boolean) => void;
}

/** One tab's part in sharing the streams among the visible tabs of a browser. */
export interface TabShare {
  /** Null: nothing, and the tab does not lead. */
  want(wants: Wants | null): void;
  /** The leader tells the others. */
  tell(event: LiveEvent): void;
  tellMissing(isMissing: boolean): void;
}

const LOCK = 'perkex-live';

/**
 * The visible tabs elect a leader by a lock, which the browser gives to the next one however the leader ends. Without
 * locks or a channel (on a page that is not secure, or where tabs are isolated), each tab leads itself.
 */
export function joinShare(
  tab: string,
  channel: TabChannel | null,
  locks: TabLocks | null,
  { onLead, onEvent, onMissing }: ShareListener,
): TabShare {
  const others = new Map<string, Wants>();
  let own: Wants | null = null;
  let isLeader = false;
  let isMissing = false;
  /** Ends this tab's candidacy, or its lead; null when it is no candidate. */
  let resign: (() => void) | null = null;

  const post = (message: TabMessage) => channel?.post(message);
  const lead = () => isLeader && own !== null && onLead(unionOf(own, [...others.values()]));

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

  function hearWants(from: string, wants: Wants | null): void {
    const isNew = wants !== null && !others.has(from);
    if (wants === null) {
      others.delete(from);
    } else {
      others.set(from, wants);
    }
    if (!lead() && isNew) {
      post({ type: 'joined', tab: from, isMissing });
    }
  }

  function hearLeader(message: TabMessage, uid: string): void {
    if (message.type === 'event' && (message.uid === uid || !isOwn(message.event))) {
      onEvent(message.event);
    } else if (message.type === 'missing') {
      onMissing(message.isMissing);
    } else if (message.type === 'joined' && message.tab === tab) {
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
    tell(event) {
      post({ type: 'event', event, uid: own?.uid ?? '' });
    },
    tellMissing(isMissingNow) {
      isMissing = isMissingNow;
      post({ type: 'missing', isMissing });
    },
  };
}

/** Whether an event is nobody's business but its user's. */
function isOwn(event: LiveEvent): boolean {
  return event.name === 'reset' ? event.data.isOwn : ['order', 'trade', 'notice'].includes(event.name);
}

/** The tabs of one browser have one login; the leader's counts while they hear of a change. */
function unionOf(own: Wants, others: readonly Wants[]): Wants {
  const all = [own, ...others];
  return {
    products: [...new Set(all.flatMap(({ products }) => products))],
    isOfMarket: all.some(({ isOfMarket }) => isOfMarket),
    uid: own.uid,
  };
}
