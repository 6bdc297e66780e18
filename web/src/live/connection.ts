import type { RawEvent } from './read-events.js';

/** The server sends a comment every 15 s, so a stream that is silent for longer is dead. */
const SILENT_MS = 20_000;
/** How long a stream may be missing before the user is notified. */
const MISSING_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A stream that has lived this long is steady and resets the count of failures. */
const STEADY_MS = 60_000;
/** After this many consecutive streams that were cut early, opening another does not end the notice. */
const MAX_CUTS = 2;

export interface StreamListener {
  /** Called when the first chunk of the stream arrives. */
  readonly onOpen: () => void;
  /** Called for everything that arrives, including comments. */
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** @param isFinal true if the server refuses this stream to this user, so that retrying is pointless */
  readonly onEnd: (isFinal: boolean) => void;
}

/** Opens a stream at an address. @returns closes the stream; there are no callbacks afterwards */
export type StreamOpener = (
  address: string,
  lastEventId: string | null,
  listener: StreamListener,
) => () => void;

export interface ConnectionListener {
  /** Called for each new stream. Earlier events may have been missed. */
  readonly onOpen: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** Called when the stream has been missing for long, and when it is back. */
  readonly onMissing: (isMissing: boolean) => void;
  readonly onRefused: () => void;
}

/** Keeps one stream open at the wanted address. */
export interface Connection {
  /** @param address null for none */
  want(address: string | null): void;
  /** Call this when the network is back: the open stream may be dead without any sign of it. */
  restart(): void;
}

/** @param random jitter. A server that stops ends the streams of many browsers at once. */
export function createConnection(
  open: StreamOpener,
  { onOpen, onEvent, onMissing, onRefused }: ConnectionListener,
  random: () => number = Math.random,
): Connection {
  let wanted: string | null = null;
  let lastEventId: string | null = null;
  let failures = 0;
  let cuts = 0;
  let isOpen = false;
  let isMissing = false;
  let close: () => void = () => {};
  let silence: Timer;
  let life: Timer;
  let pause: Timer;
  let missing: Timer;

  function setMissing(isNowMissing: boolean): void {
    clearTimeout(missing);
    missing = undefined;
    if (isMissing !== isNowMissing) {
      isMissing = isNowMissing;
      onMissing(isMissing);
    }
  }

  function listenForLife(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      setMissing(true);
      tryLater();
    }, SILENT_MS);
  }

  function connect(address: string): void {
    listenForLife();
    missing ??= setTimeout(() => setMissing(true), MISSING_MS);
    close = open(address, lastEventId, {
      onOpen() {
        isOpen = true;
        listenForLife();
        life = setTimeout(settle, STEADY_MS);
        if (cuts < MAX_CUTS) {
          setMissing(false);
        }
        onOpen();
      },
      onAlive: listenForLife,
      onEvent(event) {
        lastEventId = event.id;
        onEvent(event);
      },
      onEnd(isFinal) {
        if (isFinal) {
          stop();
          wanted = null;
          onRefused();
        } else {
          missing ??= setTimeout(() => setMissing(true), MISSING_MS);
          tryLater();
        }
      },
    });
  }

  function settle(): void {
    failures = 0;
    cuts = 0;
    setMissing(false);
  }

  function tryLater(): void {
    cuts += isOpen ? 1 : 0;
    disconnect();
    const longestMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    failures += 1;
    pause = setTimeout(tryNow, longestMs * (0.5 + random() / 2));
  }

  function tryNow(): void {
    if (wanted !== null) {
      connect(wanted);
    }
  }

  function disconnect(): void {
    close();
    close = () => {};
    isOpen = false;
    clearTimeout(silence);
    clearTimeout(life);
    clearTimeout(pause);
  }

  function stop(): void {
    disconnect();
    settle();
  }

  return {
    want(address) {
      if (address === wanted) {
        return;
      }
      wanted = address;
      if (address === null) {
        lastEventId = null;
        stop();
      } else {
        disconnect();
        tryNow();
      }
    },
    restart() {
      failures = 0;
      disconnect();
      tryNow();
    },
  };
}

type Timer = ReturnType<typeof setTimeout> | undefined;
