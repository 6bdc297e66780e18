import { create } from 'zustand';

/** Minimum pause between two announcements, so that screen readers are not flooded. */
const QUIET_MS = 5_000;

/** The text of the live region; empty when there is nothing new. */
export const useAnnouncement = create(() => ({ sentence: '' }));

let waiting: string | null = null;
let isQuietTime = false;

/** Announces a sentence to screen readers. During the quiet time, only the newest sentence is kept for later. */
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
  // Screen readers announce an identical sentence again only after the region was empty.
  useAnnouncement.setState({ sentence: '' });
  if (next !== null) {
    announceLive(next);
  }
}
