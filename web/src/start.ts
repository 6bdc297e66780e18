import { PAGE_CODE_ID, type PageCode } from '@perkex/contract/rendered-page.js';
import { onEarlyUse } from './starting/early-press.js';
import { fetchAhead, fetchFiles } from './starting/fetch-code.js';
import { nextTask } from './starting/next-task.js';
import { AUTH_STORAGE_KEY, SIZES_KEY } from './storage/stored-keys.js';

/** The page is hydrated after this time even if the browser never reports a paint. */
const LONGEST_WAIT_MS = 3_000;

/**
 * A rendered page is painted first. Only then its code is loaded and evaluated, in steps between which the page
 * responds.
 */
async function start(): Promise<void> {
  const code = document.getElementById(PAGE_CODE_ID)?.textContent;
  if (code) {
    await painted();
    const { needed, forUsers, forPresses } = JSON.parse(code) as PageCode;
    // The import that needs a file reports its failure.
    fetchFiles(needed).catch(() => {});
    fetchAhead(hasUserData() ? forUsers : []);
    onEarlyUse(() => fetchAhead(forPresses));
  }
  // The deferred pictures (styles.css) load after the code.
  document.documentElement.dataset.painted = '';
  if (code) {
    await import('./starting/react.js');
    await nextTask();
    await import('./starting/libraries.js');
    await nextTask();
  }
  await import('./main.js');
}

/** True if a login or a size is stored, whose code the first screen waits for. Some browsers block this check. */
function hasUserData(): boolean {
  try {
    return [AUTH_STORAGE_KEY, SIZES_KEY].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}

/** A drawn frame is not on the screen yet; the browser reports when it is. */
async function painted(): Promise<void> {
  // A hidden page is not painted.
  if (document.visibilityState !== 'visible') {
    return;
  }
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) {
        observer.disconnect();
        resolve();
      }
    });
    observer.observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
}

// The page itself offers a reload (`index.html`).
start().catch((error: unknown) => {
  window.dispatchEvent(new Event('startfailed'));
  // biome-ignore lint/suspicious/noConsole: a bug belongs in the log
  console.error(error);
});
