/** The reasons for which members block a user from trading. */
export const BLOCK_REASONS = ['payments', 'fakes', 'fraud', 'conduct', 'request'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** The reasons to end a block. */
export const UNBLOCK_REASONS = ['resolved', 'mistake'] as const;
export type UnblockReason = (typeof UNBLOCK_REASONS)[number];

/** The reasons in sentences to the user. */
export const BLOCK_SENTENCES: Readonly<Record<BlockReason, string>> = {
  payments: 'Payments of yours have failed or were taken back.',
  fakes: 'Pairs that you have sent were not authentic.',
  fraud: 'We suspect that the account is used for fraud.',
  conduct: 'The account has broken our terms.',
  request: 'You have asked for it.',
};
