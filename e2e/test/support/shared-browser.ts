import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/browser.js';

/**
 * Optimizing the code of pages that live for seconds costs more than it saves: 45 s of processor time instead of 41.
 */
const WITHOUT_OPTIMIZING = '--js-flags=--no-opt,--no-maglev';

let launched: Browser | null = null;

/**
 * The browser of all test files of a worker, which share its modules: a new one costs as much as a short test.
 * Playwright ends it with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (!launched?.isConnected()) {
    launched = await launchBrowser([WITHOUT_OPTIMIZING]);
  }
  return launched;
}

/** Leaves nothing for the next file. */
export async function closeContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
