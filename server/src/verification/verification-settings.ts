import { setting } from '../settings/setting-kinds.js';

const MAX_CENTS = 1_000_000_000;

/** The price above which a second member reviews every pair; `off` for no second reviews. */
export type SecondReviews = { readonly limitCents: number } | 'off';

export const DEFAULT_SECOND_REVIEWS: SecondReviews = { limitCents: 50_000 };

export const VERIFICATION_VARIABLES = {
  SECOND_REVIEW_CENTS: setting((text): SecondReviews | null => {
    const cents = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return text === 'off' ? 'off' : cents <= MAX_CENTS ? { limitCents: cents } : null;
  }, `be a whole number of cents from 0 to ${MAX_CENTS}, or off`).default(DEFAULT_SECOND_REVIEWS),
};
