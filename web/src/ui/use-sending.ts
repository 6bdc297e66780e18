import { useEffect, useState } from 'react';

/** Messages take a while to arrive; sending more would not help. */
const PAUSE_MS = 30_000;

/**
 * Sends a message at the press of a button, with a pause before the next one.
 * @param send resolves to a sentence about it, and rejects with an Error that has one
 * @param hasSentBefore whether one has just been sent when the component mounts
 */
export function useSending(send: () => Promise<string>, hasSentBefore = false) {
  // The number of the last message, and that of the last one whose pause is over.
  const [sent, setSent] = useState(hasSentBefore ? 1 : 0);
  const [waited, setWaited] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [news, setNews] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWaited(sent), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  async function begin(): Promise<void> {
    setIsSending(true);
    setNews('');
    try {
      setNews(await send());
      setSent((before) => before + 1);
    } catch (error) {
      setNews((error as Error).message);
    }
    setIsSending(false);
  }

  return { hasSent: sent > 0, isPaused: isSending || sent > waited, news, send: () => void begin() };
}
