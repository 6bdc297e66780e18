/**
 * The server cannot take something on now. Sending it again later, with the same id, is safe and may well
 * succeed.
 */
export class BusyError extends Error {
  override readonly name: string = 'BusyError';
}
