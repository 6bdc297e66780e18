import { createConnection } from './connection.js';
import { addressOf, covers, OWN_ADDRESS } from './live-address.js';
import type { LiveEvent } from './live-events.js';
import { streamOpener } from './open-stream.js';
import type { RawEvent } from './read-events.js';
import type { Wants } from './tab-share.js';
import type { Demand } from './watches.js';

/** How often everything that is shown is read again while there are no streams. */
const WITHOUT_STREAMS_MS = 15_000;

const MARKET_RESET: LiveEvent = { name: 'reset', data: { isOwn: false } };
const OWN_RESET: LiveEvent = { name: 'reset', data: { isOwn: true } };
const NAMES: readonly string[] = ['book', 'sale', 'odd', 'levels', 'order', 'trade', 'notice'];

/** The two streams of the tab that leads: the market's, and its user's own. */
export interface Streams {
  /** @returns whether the market's stream is opened anew for what is wanted */
  want(wants: Wants | null): boolean;
  /** For when the network has come back. */
  restart(): void;
}

/**
 * @param tell called with every event, with a reset for every new stream, and with resets while a stream is missing
 * @param onMissing called when a stream has been missing for long, and when it is there again
 */
export function createStreams(
  tell: (event: LiveEvent) => void,
  onMissing: (isMissing: boolean) => void,
): Streams {
  const missing = { market: false, own: false };
  /** What the market's stream carries, and whose the own one is. */
  let carried: Demand | null = null;
  let uid = '';
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
    // The session may be over. A screen that needs it is told so by what it reads.
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

  function wantOwn(wantedUid: string): void {
    if (wantedUid !== uid) {
      own.want(null);
      uid = wantedUid;
    }
    own.want(uid === '' ? null : OWN_ADDRESS);
  }

  return {
    want(wants) {
      wantOwn(wants?.uid ?? '');
      if (wants !== null && carried !== null && covers(carried, wants)) {
        return false;
      }
      const address = wants && addressOf(wants);
      carried = address === null ? null : wants;
      market.want(address);
      return address !== null;
    },
    restart() {
      market.restart();
      own.restart();
    },
  };
}
