import type { RawEvent } from './read-events.js';

/** The server sends a comment every 15 s: a stream that is silent for longer is dead. */
const SILENT_MS = 20_000;
/** How long a stream may be missing before the screens have to do without. */
const MISSING_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A stream that has lived this long is steady: what failed before it no longer counts. */
const STEADY_MS = 60_000;
/** After this many streams in a row that were cut before they were steady, an open one does not end the notice. */
const MAX_CUTS = 2;

export interface StreamListener {
  /** Called when the first part of the stream has come. */
  readonly onOpen: () => void;
  /** Anything has come, be it a comment. */
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** @param isFinal whether it would be the same again: the server refuses this stream to this user */
  readonly onEnd: (isFinal: boolean) => void;
}

/** Opens a stream at an address. @returns what closes it, after which it calls nobody back */
export type StreamOpener = (
  address: string,
  lastEventId: string | null,
  listener: StreamListener,
) => () => void;

export interface ConnectionListener {
  /** Whatever came before may have been missed. */
  readonly onOpen: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** Whether the stream has been missing for long. */
  readonly onMissing: (isMissing: boolean) => void;
  readonly onRefused: () => void;
}

/** Keeps one stream open, at the address that is wanted. */
export interface Connection {
  /** Null for none. */
  want(address: string | null): void;
  /** For when the network has come back: what was open before may be dead, however it looks. */
  restart(): void;
}

/**
 * @param random spreads the attempts of many browsers over time: a server that stops ends the streams of all of them
 */
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
