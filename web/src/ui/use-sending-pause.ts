import { useEffect, useState } from 'react';

/** Messages take a while to arrive; sending more would not help. */
const PAUSE_MS = 30_000;

interface SendingPause {
  readonly hasSent: boolean;
  /** Whether sending another one has to wait. */
  readonly isPaused: boolean;
  /** Call it when one has been sent. */
  readonly begin: () => void;
}

/**
 * The pause before another code may be sent.
 * @param hasSentBefore whether one has just been sent when the component mounts
 */
export function useSendingPause(hasSentBefore = false): SendingPause {
  // The number of the last message, and that of the last one whose pause is over.
  const [sent, setSent] = useState(hasSentBefore ? 1 : 0);
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(sent), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return { hasSent: sent > 0, isPaused: sent > waited, begin: () => setSent((before) => before + 1) };
}
