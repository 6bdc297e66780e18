import type { ExpectedVerdict } from '@perkex/core/verification/second-review.js';
import { REASONS } from '../../deals/check-words.js';

/** The verdict that a test pair must get. */
export function expectedText(expected: ExpectedVerdict): string {
  return expected === 'pass' ? 'Nothing: it passes' : REASONS[expected];
}
