import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/browser.js';

let launched: Browser | null = null;

/**
 * The browser of all test files of a worker, which share its modules: a new one costs as much as a short test. Playwright
 * ends it with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) {
    launched = await launchBrowser();
  }
  return launched;
}

/** Leaves nothing for the next file. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
