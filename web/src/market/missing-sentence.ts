import type { MissingDetail } from '@perkex/core/panels/panel.js';

/** What a trader has to set before an order. */
export function missingSentence(missing: readonly MissingDetail[]): string {
  return `Set your ${missing.join(' and ')} first.`;
}
