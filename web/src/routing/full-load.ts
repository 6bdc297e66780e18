let isUnderWay: () => boolean = () => false;

/** Sets what a load in full must not interrupt, such as an order without its answer. */
export function neverInterrupt(isSomethingUnderWay: () => boolean): void {
  isUnderWay = isSomethingUnderWay;
}

/** Loads the address of the moment in full. @returns false if that would interrupt something; nothing happens then */
export function loadInFull(): boolean {
  if (isUnderWay()) {
    return false;
  }
  window.location.reload();
  return true;
}
