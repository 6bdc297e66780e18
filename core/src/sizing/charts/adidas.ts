import { asWomens, asYouth, joinLines } from './lines.js';

const MEN = `
  4      4     5     3.5   36    22
  4.5    4.5   5.5   4     36⅔   22.5
  5      5     6     4.5   37⅓   23
  5.5    5.5   6.5   5     38    23.5
  6      6     7     5.5   38⅔   24
  6.5    6.5   7.5   6     39⅓   24.5
  7      7     8     6.5   40    25
  7.5    7.5   8.5   7     40⅔   25.5
  8      8     9     7.5   41⅓   26
  8.5    8.5   9.5   8     42    26.5
  9      9     10    8.5   42⅔   27
  9.5    9.5   10.5  9     43⅓   27.5
  10     10    11    9.5   44    28
  10.5   10.5  11.5  10    44⅔   28.5
  11     11    12    10.5  45⅓   29
  11.5   11.5  12.5  11    46    29.5
  12     12    13    11.5  46⅔   30
  12.5   12.5  13.5  12    47⅓   30.5
  13     13    14    12.5  48    31
  13.5   13.5  14.5  13    48⅔   31.5
  14     14    15    13.5  49⅓   32
`;

const YOUNGER_CHILDREN = `
  1Y     -     -     13.5  32    -
  1.5Y   -     -     1     33    -
  2Y     -     -     1.5   33.5  -
  2.5Y   -     -     2     34    -
  3Y     -     -     2.5   35    -
  3.5Y   3.5   4.5   3     35.5  -
`;

const SMALL_CHILDREN = `
  4K     -     -     3     19    -
  5K     -     -     4     20    -
  5.5K   -     -     5     21    -
  6K     -     -     5.5   22    -
  6.5K   -     -     6     23    -
  7K     -     -     6.5   23.5  -
  7.5K   -     -     7     24    -
  8K     -     -     7.5   25    -
  8.5K   -     -     8     25.5  -
  9K     -     -     8.5   26    -
  9.5K   -     -     9     26.5  -
  10K    -     -     9.5   27    -
  10.5K  -     -     10    28    -
  11K    -     -     10.5  28.5  -
  11.5K  -     -     11    29    -
  12K    -     -     11.5  30    -
  12.5K  -     -     12    30.5  -
  13K    -     -     12.5  31    -
  13.5K  -     -     13    31.5  -
`;

/** adidas and Yeezy: the charts for men, women and kids on adidas.com. EU sizes are in thirds. */
export const ADIDAS = joinLines(
  MEN,
  asWomens(MEN, { from: 5, to: 12 }),
  YOUNGER_CHILDREN,
  asYouth(MEN, { from: 4, to: 7 }),
  SMALL_CHILDREN,
);

/** adidas slides and clogs, including Yeezy Slide and Foam RNNR: the chart for slides on adidas.com, in whole sizes. */
export const ADIDAS_SLIDES = `
  4      4     5     3     -     -
  5      5     6     4     37    -
  6      6     7     5     38    -
  7      7     8     6     39    -
  8      8     9     7     40.5  -
  9      9     10    8     42    -
  10     10    11    9     43    -
  11     11    12    10    44.5  -
  12     12    13    11    46    -
  13     13    14    12    47    -
  14     14    15    13    48.5  -
`;
