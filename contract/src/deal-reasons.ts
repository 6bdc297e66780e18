// Separate from the schemas of deals.ts, which load the whole table of transitions.

/** The most characters of a party's words to the desk. */
export const MAX_REASON_LENGTH = 1_000;

/** The problems that a buyer can claim. */
export const CLAIM_PROBLEMS = ['wrong-item', 'damaged', 'not-as-in-report'] as const;
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];
