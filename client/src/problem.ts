import type { Problem, ProblemCode } from './generated/calls.js';

/** A refusal of a call. */
export class PerkexProblem extends Error {
  override readonly name = 'PerkexProblem';
  /** The id of the order that was to be placed. */
  declare readonly orderId?: string;

  constructor(
    /** The stable code of the refusal. A newer server may have others. */
    readonly code: ProblemCode,
    readonly status: number,
    /** The sentence for people is also the message. */
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }
}

/** True if this is the refusal with one of these codes. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is PerkexProblem {
  return error instanceof PerkexProblem && codes.includes(error.code);
}

/**
 * No answer came from a PerkeX server, or one was lost and no later answer settles the outcome: it is unknown.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** The id of the order that was to be placed: placed again under the same id, it counts once. */
  declare readonly orderId?: string;
}

/** The same error, with the id of the order that was to be placed. */
export function withOrderId(error: unknown, orderId: string): unknown {
  return error instanceof Error ? Object.assign(error, { orderId }) : error;
}
