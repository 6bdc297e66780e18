import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs: number;
  /** The pause between two looks. */
  readonly pollMs: number;
  /** The message of the error after the timeout. */
  readonly failure: () => string;
}

/** Resolves once the condition is true. @throws an error after the timeout */
export async function until(
  condition: () => Promise<boolean>,
  { timeoutMs, pollMs, failure }: Patience,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) {
      throw new Error(failure());
    }
    await pause(pollMs);
  }
}
