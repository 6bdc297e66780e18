import { BusyError } from '../errors/busy-error.js';

/** The payment provider gave no usable answer. */
export class ProviderUnavailableError extends BusyError {
  override readonly name = 'ProviderUnavailableError';
}
