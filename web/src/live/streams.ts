import { createConnection } from './connection.js';
import { addressOf, covers, OWN_ADDRESS } from './live-address.js';
import type { LiveEvent } from './live-events.js';
import { streamOpener } from './open-stream.js';
import type { RawEvent } from './read-events.js';
import type { Subscription } from './subscriptions.js';
import type { TabSubscription } from './tab-share.js';

/** Polling interval while there are no streams. */
const WITHOUT_STREAMS_MS = 15_000;

const MARKET_RESET: LiveEvent = { name: 'reset', data: { isOwn: false } };
const OWN_RESET: LiveEvent = { name: 'reset', data: { isOwn: true } };
const NAMES: readonly string[] = ['book', 'sale', 'odd', 'void', 'levels', 'order', 'trade', 'notice'];

/** The two streams of the leading tab: the market's and the user's. */
export interface Streams {
  want(wants: TabSubscription | null): void;
  /** Call this when the network is back. */
  restart(): void;
}

/**
 * @param tell called with every event, with a resync for each new stream, and with resyncs while a stream is missing
 * @param onMissing called when a stream has been missing for long, and when it is back
 */
export function createStreams(
  tell: (event: LiveEvent) => void,
  onMissing: (isMissing: boolean) => void,
): Streams {
  const missing = { market: false, own: false };
  /** The subscription that the market stream covers; `uid` is the user of the other stream. */
  let carried: Subscription | null = null;
  /** The last subscription, which may be a part of it. */
  let wanted: Subscription | null = null;
  let userId = '';
  let reading: ReturnType<typeof setInterval> | undefined;

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
    // The session may be over. The refetches show that to the screens that need it.
    onRefused: () => tell(OWN_RESET),
  });

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
    onMissing(isMissing);
  }

  function readAll(): void {
    tell(MARKET_RESET);
    tell(OWN_RESET);
  }

  function wantOwn(wantedUserId: string): void {
    if (wantedUserId !== userId) {
      own.want(null);
      userId = wantedUserId;
    }
    own.want(userId === '' ? null : OWN_ADDRESS);
  }

  return {
    want(wants) {
      wantOwn(wants?.uid ?? '');
      if (wants !== null && carried !== null && covers(carried, wants)) {
        if (wanted !== null && !covers(wanted, wants)) {
          // No screen heard the events of the products that are wanted again.
          tell(MARKET_RESET);
        }
        wanted = wants;
        return;
      }
      const address = wants && addressOf(wants);
      carried = address === null ? null : wants;
      wanted = carried;
      market.want(address);
    },
    restart() {
      market.restart();
      own.restart();
    },
  };
}
