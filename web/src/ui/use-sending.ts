import { useEffect, useState } from 'react';

/** Messages take a while to arrive, so sending more does not help. */
const PAUSE_MS = 30_000;

/**
 * Sends a message when a button is pressed, with a pause before the next one.
 * @param send resolves to a sentence for the user, and rejects with an Error that has one
 * @param hasSentBefore true if a message was sent just before the component mounts
 */
export function useSending(send: () => Promise<string>, hasSentBefore = false) {
  // The number of the last message, and of the last one whose pause is over.
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
