import type { BlockReason, UnblockReason } from '@perkex/core/users/blocks.js';

/** The reasons of a block or of limits, as members read them. */
export const REASONS: Readonly<Record<BlockReason, string>> = {
  payments: 'Payments failed or were taken back',
  fakes: 'Pairs were not authentic',
  fraud: 'Suspicion of fraud',
  conduct: 'Broke our terms',
  request: 'At their own request',
};

export const END_REASONS: Readonly<Record<UnblockReason, string>> = {
  resolved: 'The reason no longer applies',
  mistake: 'It was a mistake',
};
