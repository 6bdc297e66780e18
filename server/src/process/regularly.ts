import { inTurn } from './in-turn.js';

/**
 * Runs the work now and at every interval. Runs never overlap, and only one waits for the run in progress.
 * @param work its signal is aborted by the stop; long work then ends early
 * @returns a function that stops it and resolves when the current run is done
 */
export function regularly(
  work: (ending: AbortSignal) => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let underWay = Promise.resolve();
  const ending = new AbortController();
  const run = inTurn(async () => {
    try {
      if (!ending.signal.aborted) {
        await work(ending.signal);
      }
    } catch (error) {
      onFailure(error);
    }
  });
  const begin = () => {
    underWay = run();
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return () => {
    ending.abort();
    clearInterval(timer);
    return underWay;
  };
}
