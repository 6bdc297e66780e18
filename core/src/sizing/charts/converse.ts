import { asWomens, joinLines } from './lines.js';

const MEN = `
  3      3     5     3     35    -
  3.5    3.5   5.5   3.5   36    -
  4      4     6     4     36.5  -
  4.5    4.5   6.5   4.5   37    -
  5      5     7     5     37.5  -
  5.5    5.5   7.5   5.5   38    -
  6      6     8     6     39    -
  6.5    6.5   8.5   6.5   39.5  -
  7      7     9     7     40    -
  7.5    7.5   9.5   7.5   41    -
  8      8     10    8     41.5  -
  8.5    8.5   10.5  8.5   42    -
  9      9     11    9     42.5  -
  9.5    9.5   11.5  9.5   43    -
  10     10    12    10    44    -
  10.5   10.5  12.5  10.5  44.5  -
  11     11    13    11    45    -
  11.5   11.5  13.5  11.5  46    -
  12     12    14    12    46.5  -
  13     13    15    13    47.5  -
  14     14    16    14    48.5  -
  15     15    17    15    49.5  -
`;

/** Converse: the chart of the Chuck Taylor on converse.com and on its boxes. Its sources disagree about centimetres. */
export const CONVERSE = joinLines(MEN, asWomens(MEN, { from: 5, to: 12 }));
