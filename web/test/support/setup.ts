import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { identityProvider } from '../../src/api/identity/chosen-provider.js';
import { useAcceptedOrder } from '../../src/api/orders.js';
import { useAnnouncement } from '../../src/live/announce.js';
import { dismissToasts, loadToasts } from '../../src/ui/toast.js';
import { addMissingParts } from './browser-parts.js';
import { endOfChecks, startFakeTime, tellTestingLibrary } from './fake-time.js';

addMissingParts();
tellTestingLibrary();
// Loaded on first use, which may be the end of a test. Toasts that were loading then would never come.
await identityProvider();
await loadToasts();

/** A warning of React about inputs, whose `act` Testing Library does not await. Nothing of ours suspends. */
const SUSPENDED = 'A component suspended inside an `act` scope';

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...error) => {
    if (!String(error[0]).startsWith(SUSPENDED)) {
      errors.push(error);
    }
  });
  // Failed calls are logged, and many tests cause some.
  vi.spyOn(console, 'info').mockImplementation(() => {});
  startFakeTime();
});

afterEach(async () => {
  try {
    await endOfChecks();
    cleanup();
    await removeToasts();
  } finally {
    vi.useRealTimers();
    localStorage.clear();
    sessionStorage.clear();
    useAcceptedOrder.setState(useAcceptedOrder.getInitialState());
    useAnnouncement.setState(useAnnouncement.getInitialState());
  }
  expect(errors).toEqual([]);
});

/** Toasts are removed at the end of an animation, and happy-dom runs none. */
async function removeToasts(): Promise<void> {
  dismissToasts();
  await act(() => vi.advanceTimersByTimeAsync(0));
  const leaving = document.querySelectorAll('[data-in="false"]');
  for (const toast of leaving) {
    fireEvent.animationEnd(toast);
  }
  if (leaving.length > 0) {
    await new Promise(requestAnimationFrame);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
}
