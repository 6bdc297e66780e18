/**
 * The server cannot take something on now. Sending it again later, with the same id, is safe and may well
 * succeed.
 */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}

/** Whoever asks has too much under way already. Nothing was done; sending it again later is safe. */
export class TooManyRequestsError extends Error {
  override readonly name: string = 'TooManyRequestsError';

  /** @param detail what whoever asks is told */
  constructor(readonly detail: string) {
    super(detail);
  }
}
