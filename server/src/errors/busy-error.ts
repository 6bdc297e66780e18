/** The server cannot handle a request now. A resend with the same id is safe and may succeed. */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}

/** The request may have taken effect, or may still do so. A resend with the same id is safe. */
export class OutcomeUnknownError extends BusyError {
  override readonly name = 'OutcomeUnknownError';
}

/** The client has too many requests in progress. Nothing was done, and a later resend is safe. */
export class TooManyRequestsError extends Error {
  override readonly name: string = 'TooManyRequestsError';

  /** @param detail the sentence for the client */
  constructor(readonly detail: string) {
    super(detail);
  }
}
