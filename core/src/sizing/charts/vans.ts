import { asWomens, joinLines, linesOfMen } from './lines.js';
import { USUAL_STEPS } from './usual.js';

const MEN = joinLines(
  `
  3.5    3.5   5     2.5   34.5  21.5
  4      4     5.5   3     35    22
  4.5    4.5   6     3.5   36    22.5
  5      5     6.5   4     36.5  23
  5.5    5.5   7     4.5   37    23.5
`,
  linesOfMen(USUAL_STEPS, { from: 6, to: 12 }),
  linesOfMen(USUAL_STEPS, { from: 13, to: 13 }),
  '14     14    15.5  13    48    32',
);

/** Vans: the chart for men and women on vans.com. */
export const VANS = joinLines(MEN, asWomens(MEN, { from: 5, to: 12 }));
