import { UserError } from '../errors/user-error.js';

/** An invalid setting. The message names the variable. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
}

/** Refuses the value of a variable that another one makes invalid. */
export function refuseSetting(name: string, message: string): never {
  throw new ConfigError(`${name} ${message}`);
}
