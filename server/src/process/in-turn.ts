/**
 * Runs of the work never overlap, and calls that wait for the run in progress share the next one, so that they do not
 * pile up.
 * @returns a function that resolves or rejects as a run that began after its call
 */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const begin = () => {
    next = null;
    return work();
  };
  return () => {
    next ??= last.then(begin, begin);
    last = next;
    return next;
  };
}
