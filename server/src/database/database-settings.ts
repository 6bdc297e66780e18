import { refuseSetting } from '../settings/config-error.js';
import { text, type ValuesOf } from '../settings/setting-kinds.js';

const postgresUrl = text(
  (value) => /^postgres(ql)?:\/\//.test(value),
  'begin with postgres:// or postgresql://',
  { isSecret: true },
);

export const DATABASE_VARIABLES = { DATABASE_URL: postgresUrl.optional() };

export const STANDBY_VARIABLES = { DATABASE_URL_READ: postgresUrl.optional() };

/** The address of the standby for lists and history, or null. */
export function standbyUrlOf({
  DATABASE_URL,
  DATABASE_URL_READ,
}: ValuesOf<typeof DATABASE_VARIABLES & typeof STANDBY_VARIABLES>): string | null {
  if (DATABASE_URL_READ !== undefined && DATABASE_URL === undefined) {
    refuseSetting('DATABASE_URL_READ', 'needs DATABASE_URL, whose standby it is.');
  }
  return DATABASE_URL_READ ?? null;
}
