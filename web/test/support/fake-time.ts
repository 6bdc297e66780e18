import { act, configure } from '@testing-library/react';
import { vi } from 'vitest';

/** In fake time. Code that is loaded on demand takes real time: a wait checks at least `CHECK_MS` apart. */
const LONGEST_WAIT_MS = 120_000;
const CHECK_MS = 2;

const realSetTimeout = setTimeout;

let lastCheck: Promise<void> = Promise.resolve();

/** A wait that failed is over before its last check is. Calls of `act` that overlap break all that follow. */
export function endOfChecks(): Promise<void> {
  return lastCheck;
}

/**
 * Time that stands still, so that no test depends on the speed of the machine. It passes by 50 ms with each check of a
 * `findBy…` or `waitFor`, and where a test says so (`pass`).
 */
export function startFakeTime(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
    return timeout.signal;
  });
}

/** Lets Testing Library, which knows only Jest's, use this time. */
export function tellTestingLibrary(): void {
  Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });
  configure({
    asyncUtilTimeout: LONGEST_WAIT_MS,
    unstable_advanceTimersWrapper: (advance) => {
      const check = act(async () => {
        await advance();
        await new Promise((done) => realSetTimeout(done, CHECK_MS));
      });
      // As a promise: `act` ends each time that its own result is awaited.
      lastCheck = Promise.resolve(check);
      return lastCheck;
    },
    // Without all of the page.
    getElementError: (message) => new Error(`${message?.split('\n')[0]} in: ${document.body.textContent}`),
  });
}
