import { useEffect, useState } from 'react';

/** A message takes its time; another one would only be on its way as well. */
const PAUSE_MS = 30_000;

interface SendingPause {
  readonly hasSent: boolean;
  /** Whether another message has to wait. */
  readonly isPaused: boolean;
  /** One was sent. */
  readonly begin: () => void;
}

/**
 * How long one waits until a code may be sent again.
 * @param hasSentBefore whether one was sent as this came on the screen
 */
export function useSendingPause(hasSentBefore = false): SendingPause {
  // Which message was the last one, and which one's pause is over.
  const [sent, setSent] = useState(hasSentBefore ? 1 : 0);
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(sent), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return { hasSent: sent > 0, isPaused: sent > waited, begin: () => setSent((before) => before + 1) };
}
