import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/browser.js';

let launched: Browser | null = null;

/** Vitest's own state of the worker, which waits for the clean-up before it ends. */
interface Worker {
  onCleanup(cleanUp: () => Promise<void> | undefined): void;
}

/** The browser of all test files of a worker, which share its modules: a new one costs as much as a short test. */
export async function sharedBrowser(): Promise<Browser> {
  if (launched === null) {
    const { __vitest_worker__: worker } = globalThis as unknown as { readonly __vitest_worker__: Worker };
    worker.onCleanup(() => launched?.close());
  }
  if (!launched?.isConnected()) {
    launched = await launchBrowser();
  }
  return launched;
}

/** Leaves nothing for the next file. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
