import { asWomens, joinLines, linesOfMen } from './lines.js';

/** The size steps of most sneaker brands, as used by Puma. */
export const USUAL_STEPS = `
  3.5    3.5   5     2.5   35    21.5
  4      4     5.5   3     35.5  22
  4.5    4.5   6     3.5   36    22.5
  5      5     6.5   4     37    23
  5.5    5.5   7     4.5   37.5  23.5
  6      6     7.5   5     38    24
  6.5    6.5   8     5.5   38.5  24.5
  7      7     8.5   6     39    25
  7.5    7.5   9     6.5   40    25.5
  8      8     9.5   7     40.5  26
  8.5    8.5   10    7.5   41    26.5
  9      9     10.5  8     42    27
  9.5    9.5   11    8.5   42.5  27.5
  10     10    11.5  9     43    28
  10.5   10.5  12    9.5   44    28.5
  11     11    12.5  10    44.5  29
  11.5   11.5  13    10.5  45    29.5
  12     12    13.5  11    46    30
  12.5   12.5  14    11.5  46.5  30.5
  13     13    14.5  12    47    31
`;

/** The chart for brands without one of their own: the steps of most sneaker brands, in the sizes where they agree. */
export const USUAL = joinLines(
  linesOfMen(USUAL_STEPS, { from: 5, to: 13 }),
  asWomens(USUAL_STEPS, { from: 5, to: 11 }),
);
