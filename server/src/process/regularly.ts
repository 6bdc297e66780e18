/**
 * Does the work now and every so often, one round after the other: two never overlap.
 * @returns what ends that: no more of it begins, and it resolves when what is under way is done
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
