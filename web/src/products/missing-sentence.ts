import type { MissingDetail } from '@perkex/core/panels/panel.js';

/** The settings that a trader still needs for an order. */
export function missingSentence(missing: readonly MissingDetail[]): string {
  return `Set your ${missing.join(' and ')} first.`;
}
