import { inTurn } from './in-turn.js';

/**
 * Runs the work now and at every interval. Runs never overlap, and only one waits for the run in progress.
 * @returns a function that stops it and resolves when the current run is done
 */
export function regularly(
  work: () => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let underWay = Promise.resolve();
  let isOver = false;
  const run = inTurn(async () => {
    try {
      if (!isOver) {
        await work();
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
    isOver = true;
    clearInterval(timer);
    return underWay;
  };
}
