/**
 * The server cannot take something on now. Sending it again later, with the same id, is safe and may well
 * succeed.
 */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}

/** What was asked for may have been done, or may still be. Sending it again with the same id is safe. */
export class OutcomeUnknownError extends BusyError {
  override readonly name = 'OutcomeUnknownError';
}

/** Whoever asks has too much under way already. Nothing was done; sending it again later is safe. */
export class TooManyRequestsError extends Error {
  override readonly name: string = 'TooManyRequestsError';

  /** @param detail what whoever asks is told */
  constructor(readonly detail: string) {
    super(detail);
  }
}
