import { asWomens, joinLines } from './lines.js';
import { USUAL_STEPS } from './usual.js';

/** Puma: the charts for men and women on puma.com. */
export const PUMA = joinLines(
  USUAL_STEPS,
  '14     14    15.5  13    48.5  32',
  asWomens(USUAL_STEPS, { from: 5, to: 11 }),
);
