import { capitalised } from '@perkex/core/capitalised.js';

/** The errors of each field, in one sentence. */
export function fieldErrors(
  errors: readonly { readonly field: string; readonly error: string }[],
): Partial<Record<string, string>> {
  const byField: Partial<Record<string, string>> = {};
  for (const { field, error } of errors) {
    const before = byField[field];
    byField[field] = before === undefined ? capitalised(error) : `${before}; ${error}`;
  }
  return byField;
}
