import { PAGE_CODE_ID, type PageCode } from '@perkex/contract/rendered-page.js';
import { onEarlyUse } from './starting/early-press.js';
import { fetchFiles } from './starting/fetch-code.js';
import { nextTask } from './starting/next-task.js';

/** The page comes to life after that even if the browser never says that it is painted. */
const LONGEST_WAIT_MS = 3_000;

/** A page that is rendered is painted first; only then its code is fetched, and begun in steps between which it answers. */
async function start(): Promise<void> {
  const code = document.getElementById(PAGE_CODE_ID)?.textContent;
  if (code) {
    await painted();
    const { needed, forUsers, forPresses } = JSON.parse(code) as PageCode;
    fetchAhead(hasStorage() ? [...needed, ...forUsers] : needed);
    onEarlyUse(() => fetchAhead(forPresses));
  }
  // The pictures that waited (styles.css) come after the code.
  document.documentElement.dataset.painted = '';
  if (code) {
    await import('./starting/react.js');
    await nextTask();
    await import('./starting/libraries.js');
    await nextTask();
  }
  await import('./main.js');
}

/** What needs the files reports one that fails. */
function fetchAhead(addresses: readonly string[]): void {
  fetchFiles(addresses).catch(() => {});
}

/** Whether something is stored about the user, such as a login or a size. Some browsers refuse the question. */
function hasStorage(): boolean {
  try {
    return localStorage.length > 0;
  } catch {
    return false;
  }
}

/** A frame that is drawn is not on the screen yet: the browser says when it is. */
async function painted(): Promise<void> {
  // Nothing is painted before somebody looks.
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
