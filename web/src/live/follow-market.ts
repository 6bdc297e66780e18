import type { QueryClient } from '@tanstack/react-query';
import { currentUid, useAuth } from '../session/auth-store.js';
import { announceLive } from './announce.js';
import { createConnection } from './connection.js';
import { createFollower } from './follow.js';
import { addressOf, covers, OWN_ADDRESS } from './live-address.js';
import type { LiveEvent } from './live-events.js';
import { useLiveStatus } from './live-status.js';
import { streamOpener } from './open-stream.js';
import type { RawEvent } from './read-events.js';
import { joinShare, type TabChannel, type TabMessage, type Wants } from './tab-share.js';
import { type Demand, deliver, demand, listenToDemand } from './watches.js';

/** Screens come and go in the same moment; the streams follow when they have settled. */
const SETTLING_MS = 100;
/** How often everything that is shown is read again while there are no streams. */
const WITHOUT_STREAMS_MS = 15_000;

const MARKET_RESET: LiveEvent = { name: 'reset', data: { isOwn: false } };
const OWN_RESET: LiveEvent = { name: 'reset', data: { isOwn: true } };
const NAMES: readonly string[] = ['book', 'sale', 'levels', 'order', 'trade', 'notice'];

/** Connects this tab with the live market, for as long as it is open. */
export function followMarket(client: QueryClient): void {
  const follow = createFollower(client);
  const hear = (event: LiveEvent) => {
    follow(event);
    deliver(event);
  };
  const share = joinShare(String(Math.random()), openChannel(), locksOfTabs(), {
    onLead: lead,
    onEvent: hear,
    onMissing: showMissing,
  });
  const tell = (event: LiveEvent) => {
    hear(event);
    share.tell(event);
  };

  const missing = { market: false, own: false };
  const market = createConnection(streamOpener(false), {
    onOpen: () => tell(MARKET_RESET),
    onEvent: (event) => tellRaw(event, MARKET_RESET),
    onMissing: (isMissing) => setMissing({ market: isMissing }),
    onRefused() {},
  });
  const own = createConnection(streamOpener(true), {
    onOpen: () => tell(OWN_RESET),
    onEvent: (event) => tellRaw(event, OWN_RESET),
    onMissing: (isMissing) => setMissing({ own: isMissing }),
    // The session may be over. A screen that needs it is told so by what it reads.
    onRefused: () => tell(OWN_RESET),
  });
  /** What the market's stream carries, and whose the own one is. */
  let carried: Demand | null = null;
  let ownUid = '';
  let reading: ReturnType<typeof setInterval> | undefined;

  /** @returns whether the market's stream is opened anew */
  function lead(wants: Wants | null): boolean {
    const uid = wants?.uid ?? '';
    if (uid !== ownUid) {
      own.want(null);
      ownUid = uid;
    }
    own.want(uid === '' ? null : OWN_ADDRESS);
    if (wants !== null && carried !== null && covers(carried, wants)) {
      return false;
    }
    const address = wants && addressOf(wants);
    carried = address === null ? null : wants;
    market.want(address);
    return address !== null;
  }

  function tellRaw({ name, data }: RawEvent, reset: LiveEvent): void {
    if (name === 'reset') {
      tell(reset);
    } else if (NAMES.includes(name)) {
      tell({ name, data: JSON.parse(data) } as LiveEvent);
    }
  }

  function setMissing(change: Partial<typeof missing>): void {
    Object.assign(missing, change);
    const isMissing = missing.market || missing.own;
    clearInterval(reading);
    reading = isMissing ? setInterval(readAll, WITHOUT_STREAMS_MS) : undefined;
    showMissing(isMissing);
    share.tellMissing(isMissing);
  }

  function readAll(): void {
    tell(MARKET_RESET);
    tell(OWN_RESET);
  }

  function wanted(): Wants | null {
    const wants = { ...demand(), uid: currentUid() };
    const isNothing = wants.products.length === 0 && !wants.isOfMarket && wants.uid === '';
    return document.hidden || isNothing ? null : wants;
  }

  let settling: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(settling);
    settling = setTimeout(() => share.want(wanted()), document.hidden ? 0 : SETTLING_MS);
  };
  listenToDemand(settle);
  useAuth.subscribe(settle);
  document.addEventListener('visibilitychange', settle);
  window.addEventListener('online', () => {
    market.restart();
    own.restart();
  });
  settle();
}

/** A page that is not secure has none. */
function locksOfTabs(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

function openChannel(): TabChannel | null {
  try {
    const channel = new BroadcastChannel('perkex-live');
    return {
      post: (message) => channel.postMessage(message),
      listen(hear) {
        channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data));
      },
    };
  } catch {
    // This browser isolates its tabs: each is on its own.
    return null;
  }
}

function showMissing(isMissing: boolean): void {
  if (useLiveStatus.getState().isMissing !== isMissing) {
    useLiveStatus.setState({ isMissing });
    announceLive(
      isMissing
        ? 'Live prices are interrupted. They are read again every 15 seconds.'
        : 'Live prices are back.',
    );
  }
}
