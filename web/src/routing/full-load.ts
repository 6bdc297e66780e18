let isUnderWay: () => boolean = () => false;

/** Registers a check for tasks that a full load must not interrupt, such as an order without a response. */
export function neverInterrupt(isSomethingUnderWay: () => boolean): void {
  isUnderWay = isSomethingUnderWay;
}

/** Reloads the current address in full. @returns false if that would interrupt something; nothing happens then */
export function loadInFull(): boolean {
  if (isUnderWay()) {
    return false;
  }
  window.location.reload();
  return true;
}

/**
 * When the user leaves the document for another one, Safari cancels all loads of the first one, which stays until the
 * other one is there. A full load would then bring the user back.
 * @returns whether the user has begun to leave since then
 */
export function watchLeaving(loading: Promise<void>): () => boolean {
  let isLeft = false;
  const notice = () => {
    isLeft = true;
  };
  window.addEventListener('beforeunload', notice);
  const end = () => window.removeEventListener('beforeunload', notice);
  loading.then(end, end);
  return () => isLeft;
}
