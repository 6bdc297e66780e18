import { copyText } from './copy-text.js';

const COPIED = { success: 'The link is copied.', failure: 'The link could not be copied.' };

/** Shares the address of a page, by the system's own dialog or, where there is none, by copying it. */
export async function shareLink({ title, path }: { title: string; path: string }): Promise<void> {
  const url = new URL(path, location.origin).href;
  if (typeof navigator.share !== 'function') {
    await copyText(url, COPIED);
    return;
  }
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the dialog is not a failure.
    if ((error as Error).name !== 'AbortError') {
      await copyText(url, COPIED);
    }
  }
}
