/**
 * Runs the work now and at every interval. Runs never overlap.
 * @returns a function that stops it and resolves when the current run is done
 */
export function regularly(
  work: () => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let underWay = Promise.resolve();
  let isOver = false;
  const begin = () => {
    underWay = underWay.then(() => (isOver ? undefined : work())).catch(onFailure);
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
