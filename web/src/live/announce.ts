import { create } from 'zustand';

/** A screen reader is left in peace for this long after each sentence. */
const QUIET_MS = 5_000;

/** What the live region says; empty when there is nothing new. */
export const useAnnouncement = create(() => ({ sentence: '' }));

let waiting: string | null = null;
let isQuietTime = false;

/** Has screen readers say this in their next pause, unless something newer comes within the quiet time. */
export function announceLive(sentence: string): void {
  if (isQuietTime) {
    waiting = sentence;
    return;
  }
  useAnnouncement.setState({ sentence });
  isQuietTime = true;
  setTimeout(endQuietTime, QUIET_MS);
}

function endQuietTime(): void {
  const next = waiting;
  waiting = null;
  isQuietTime = false;
  // The same sentence again is news only after the region was empty.
  useAnnouncement.setState({ sentence: '' });
  if (next !== null) {
    announceLive(next);
  }
}
