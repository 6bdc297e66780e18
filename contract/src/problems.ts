import * as z from 'zod/mini';

/**
 * Every refusal that a call of the market can give (those of /api/auth are the identity service's own): its stable
 * code, its HTTP status and the sentence that a person reads when the server has nothing more exact to say. The one
 * table of errors.
 */
export const PROBLEMS = {
  'bad-json': { status: 400, detail: 'The request is not valid JSON.' },
  'not-signed-in': { status: 401, detail: 'Please log in first.' },
  'not-yours': { status: 403, detail: 'This belongs to another user.' },
  'email-unproved': { status: 403, detail: 'Confirm your e-mail first: open the link that we sent you.' },
  'foreign-origin': { status: 403, detail: 'This request comes from another website.' },
  'not-found': { status: 404, detail: 'There is nothing at this address.' },
  'unknown-product': { status: 404, detail: 'There is no such product.' },
  'unknown-order': { status: 404, detail: 'You have no such order.' },
  'payout-missing': { status: 409, detail: 'Set your payout before you sell.' },
  'payment-missing': { status: 409, detail: 'Set your payment before you buy.' },
  'shipping-missing': { status: 409, detail: 'Set your shipping before you buy.' },
  'no-bids': { status: 409, detail: 'There is no bid to sell to any more.' },
  'no-asks': { status: 409, detail: 'There is no ask to buy from any more.' },
  'price-moved': { status: 409, detail: 'The price has moved meanwhile. Nothing was traded.' },
  'own-order': { status: 409, detail: 'This would trade with your own order.' },
  'already-traded': { status: 409, detail: 'This order has already traded.' },
  'too-many-orders': {
    status: 409,
    detail: 'You have as many open orders as you may have, for this size or in total. Remove one first.',
  },
  'id-reused': { status: 409, detail: 'This id belongs to another order of yours.' },
  'precondition-failed': { status: 412, detail: 'This file is not the one that you asked for.' },
  'too-large': { status: 413, detail: 'The request is too large.' },
  'unsupported-type': { status: 415, detail: 'Please send JSON (application/json).' },
  'unsatisfiable-range': { status: 416, detail: 'This file has no such part.' },
  'unknown-size': { status: 422, detail: 'This product does not come in that size.' },
  'invalid-price': { status: 422, detail: 'A price is whole dollars, from 1$ to 1000000$.' },
  'invalid-body': { status: 422, detail: 'The request has missing or wrong fields.' },
  'too-many-requests': { status: 429, detail: 'Too many requests. Please wait a moment.' },
  'internal-error': { status: 500, detail: 'Something went wrong on our side.' },
  busy: { status: 503, detail: 'The market is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The body of every refusal, as application/problem+json (RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;
