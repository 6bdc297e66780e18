import { capitalised } from '@perkex/core/capitalised.js';

/** The kind of an act in words: 'Book line'. */
export function actText(act: string): string {
  return capitalised(act.replaceAll('-', ' '));
}
