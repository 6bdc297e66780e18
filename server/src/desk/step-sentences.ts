import type { DealRefusal } from '@perkex/core/deals/refusals.js';
import type { Refusal } from '../http/problems.js';

const SENTENCES: Partial<Record<DealRefusal, string>> = {
  stale: 'This deal has changed in the meantime. Please look at it again.',
  'wrong-state': 'This is not possible at this point of the deal.',
  'already-done': 'This has already been done.',
  'same-member': 'Another member must decide this: the first verdict was yours.',
  'payment-disputed': 'The payment is disputed at its bank.',
  'not-overdue': 'This is possible once the deadline has passed.',
  'wrong-amount': 'The amount must be a part of what the buyer paid.',
};

/** A step that the deal refused, for a member. */
export function refusedStep(code: DealRefusal): Refusal<'step-refused'> {
  const detail = SENTENCES[code];
  return { refused: 'step-refused', ...(detail !== undefined && { detail }) };
}
