import { create } from 'zustand';

/** Minimum pause between two announcements, so that screen readers are not flooded. */
const QUIET_MS = 5_000;

/** The text of the live region, empty when there is nothing new, and whether it must stay for a while. */
export const useAnnouncement = create(() => ({ sentence: '', isQuietTime: false }));

/** A sentence, and the screen to which it belongs, if to one. */
interface Announcement {
  readonly sentence: string;
  readonly owner: string | null;
}

let shown: Announcement | null = null;
let waiting: Announcement | null = null;

/**
 * Announces a sentence to screen readers. During the quiet time, only the newest sentence is kept for later.
 * @param owner the screen that `forgetAnnouncements` names when it closes
 */
export function announceLive(sentence: string, owner: string | null = null): void {
  if (useAnnouncement.getState().isQuietTime) {
    waiting = { sentence, owner };
    return;
  }
  shown = { sentence, owner };
  useAnnouncement.setState({ sentence, isQuietTime: true });
  setTimeout(endQuietTime, QUIET_MS);
}

function endQuietTime(): void {
  const next = waiting;
  waiting = null;
  // Screen readers announce an identical sentence again only after the region was empty.
  useAnnouncement.setState({ sentence: '', isQuietTime: false });
  shown = null;
  if (next !== null) {
    announceLive(next.sentence, next.owner);
  }
}

/** Removes what a screen has announced, or would announce later. */
export function forgetAnnouncements(owner: string): void {
  if (waiting?.owner === owner) {
    waiting = null;
  }
  if (shown?.owner === owner) {
    useAnnouncement.setState({ sentence: '' });
  }
}
