import { asWomens, joinLines } from './lines.js';

const MEN = `
  4      4     5     3     36    -
  5      5     6     4     37    -
  6      6     7     5     38    -
  7      7     8     6     39    -
  7.5    7.5   8.5   6.5   40    -
  8      8     9     7     41    -
  9      9     10    8     42    -
  10     10    11    9     43    -
  10.5   10.5  11.5  9.5   44    -
  11     11    12    10    45    -
  12     12    13    11    46    -
  13     13    14    12    47    -
  14     14    15    13    48    -
`;

/** Dr. Martens: the chart on drmartens.com. The lasts have UK sizes, mostly whole ones. */
export const DR_MARTENS = joinLines(MEN, asWomens(MEN, { from: 5, to: 11 }));
