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
