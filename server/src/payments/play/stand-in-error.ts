/** An error as Stripe answers it. */
export class StandInError extends Error {
  override readonly name = 'StandInError';

  constructor(
    readonly status: number,
    /** The fields of `error` in the answer. */
    readonly fields: Readonly<Record<string, unknown>>,
  ) {
    super(String(fields.code ?? fields.type));
  }
}

export function badRequest(code: string): StandInError {
  return new StandInError(400, { type: 'invalid_request_error', code, message: `Refused: ${code}.` });
}

export function missing(id: string): StandInError {
  const message = `No such object: ${id}`;
  return new StandInError(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}
