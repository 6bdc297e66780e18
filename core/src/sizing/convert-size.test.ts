import { describe, expect, it } from 'vitest';
import { isSize } from '../sizes.js';
import { SIZE_CHARTS } from './charts.js';
import { chartOf, convertSize, type Shoe } from './convert-size.js';

const shoe = (brand: string | null, name = 'Runner'): Shoe => ({ brand, name });
const NIKE = shoe('Nike');
const JORDAN = shoe('Jordan');
const ADIDAS = shoe('Adidas');
const SLIDE = shoe('Adidas', 'Adidas Yeezy Slide Bone');
const FOAM = shoe('Adidas', 'Adidas Yeezy Foam RNNR Sand');
const NEW_BALANCE = shoe('New Balance');
const CONVERSE = shoe('Converse');
const PUMA = shoe('Puma');
const VANS = shoe('Vans');
const ASICS = shoe('ASICS');
const DR_MARTENS = shoe('Dr. Martens');
const TIMBERLAND = shoe('Timberland');
const UNKNOWN = shoe('MSCHF');

/** Size, US men's, US women's, UK, EU, centimetres: from box labels, not from the charts here. */
const KNOWN: [Shoe, string, string | null, string | null, string | null, string | null, string | null][] = [
  [NIKE, '9', '9', '10.5', '8', '42.5', '27'],
  [NIKE, '10', '10', '11.5', '9', '44', '28'],
  [NIKE, '8', '8', '9.5', '7', '41', '26'],
  [NIKE, '7', '7', '8.5', '6', '40', '25'],
  [NIKE, '6.5', '6.5', '8', '6', '39', '24.5'],
  [NIKE, '11.5', '11.5', '13', '10.5', '45.5', '29.5'],
  [NIKE, '12.5', '12.5', '14', '11.5', '47', '30.5'],
  [JORDAN, '9.5', '9.5', '11', '8.5', '43', '27.5'],
  [JORDAN, '13', '13', '14.5', '12', '47.5', '31'],
  [JORDAN, '3.5', '3.5', '5', '3', '35.5', '22.5'],
  [NIKE, '8W', '6.5', '8', '5.5', '39', '25'],
  [NIKE, '7W', '5.5', '7', '4.5', '38', '24'],
  [NIKE, '10.5W', '9', '10.5', '8', '42.5', '27.5'],
  [JORDAN, '5W', '3.5', '5', '2.5', '35.5', '22'],
  [JORDAN, '12W', '10.5', '12', '9.5', '44.5', '29'],
  [JORDAN, '5.5Y', '5.5', '7', '5', '38', '24'],
  [JORDAN, '7Y', '7', '8.5', '6', '40', '25'],
  [NIKE, '4Y', '4', '5.5', '3.5', '36', '23'],
  [NIKE, '3Y', null, null, '2.5', '35', '22'],
  [NIKE, '10C', null, null, '9.5', '27', '16'],
  [NIKE, '5C', null, null, '4.5', '21', '11'],
  [NIKE, '13C', null, null, '12.5', '31', '19'],
  [ADIDAS, '9', '9', '10', '8.5', '42⅔', '27'],
  [ADIDAS, '10', '10', '11', '9.5', '44', '28'],
  [ADIDAS, '8.5', '8.5', '9.5', '8', '42', '26.5'],
  [ADIDAS, '4', '4', '5', '3.5', '36', '22'],
  [ADIDAS, '13', '13', '14', '12.5', '48', '31'],
  [ADIDAS, '8W', '7', '8', '6.5', '40', '25'],
  [ADIDAS, '5.5Y', '5.5', '6.5', '5', '38', '23.5'],
  [ADIDAS, '5K', null, null, '4', '20', null],
  [ADIDAS, '7K', null, null, '6.5', '23.5', null],
  [ADIDAS, '9K', null, null, '8.5', '26', null],
  [ADIDAS, '10K', null, null, '9.5', '27', null],
  [ADIDAS, '11.5K', null, null, '11', '29', null],
  [ADIDAS, '13K', null, null, '12.5', '31', null],
  [ADIDAS, '1Y', null, null, '13.5', '32', null],
  [ADIDAS, '2.5Y', null, null, '2', '34', null],
  [ADIDAS, '3.5Y', '3.5', '4.5', '3', '35.5', null],
  [SLIDE, '5', '5', '6', '4', '37', null],
  [SLIDE, '8', '8', '9', '7', '40.5', null],
  [SLIDE, '9', '9', '10', '8', '42', null],
  [SLIDE, '11', '11', '12', '10', '44.5', null],
  [SLIDE, '13', '13', '14', '12', '47', null],
  [FOAM, '10', '10', '11', '9', '43', null],
  [NEW_BALANCE, '9', '9', '10.5', '8.5', '42.5', '27'],
  [NEW_BALANCE, '8', '8', '9.5', '7.5', '41.5', '26'],
  [NEW_BALANCE, '12', '12', '13.5', '11.5', '46.5', '30'],
  [NEW_BALANCE, '9W', '7.5', '9', '7', '40.5', '26'],
  [NEW_BALANCE, '5.5W', '4', '5.5', '3.5', '36', '22.5'],
  [NEW_BALANCE, '8W', '6.5', '8', '6', '39', '25'],
  [NEW_BALANCE, '10W', '8.5', '10', '8', '41.5', '27'],
  [NEW_BALANCE, '4Y', '4', null, '3.5', '36', null],
  [NEW_BALANCE, '5.5Y', '5.5', null, '5', '38', null],
  [NEW_BALANCE, '7Y', '7', null, '6.5', '40', null],
  [NEW_BALANCE, '7W', '5.5', '7', '5', '37.5', '24'],
  [CONVERSE, '9', '9', '11', '9', '42.5', null],
  [CONVERSE, '5', '5', '7', '5', '37.5', null],
  [CONVERSE, '12', '12', '14', '12', '46.5', null],
  [CONVERSE, '7W', '5', '7', '5', '37.5', null],
  [PUMA, '9', '9', '10.5', '8', '42', '27'],
  [PUMA, '10.5', '10.5', '12', '9.5', '44', '28.5'],
  [PUMA, '7.5W', '6', '7.5', '5', '38', '24'],
  [VANS, '9', '9', '10.5', '8', '42', '27'],
  [VANS, '11', '11', '12.5', '10', '44.5', '29'],
  [ASICS, '9', '9', '10.5', '8', '42.5', '27'],
  [ASICS, '7.5', '7.5', '9', '6.5', '40.5', '25.5'],
  [ASICS, '10', '10', '11.5', '9', '44', '28'],
  [ASICS, '11.5', '11.5', '13', '10.5', '46', '29'],
  [ASICS, '7W', '5.5', '7', '5', '38', null],
  [ASICS, '9.5W', '8', '9.5', '7.5', '41.5', '26'],
  [ASICS, '8W', '6.5', '8', '6', '39.5', '25'],
  [DR_MARTENS, '9', '9', '10', '8', '42', null],
  [TIMBERLAND, '10', '10', null, '9.5', '44', null],
  [UNKNOWN, '9', '9', '10.5', '8', '42', '27'],
];

describe('a size in all systems', () => {
  it.each(KNOWN)('%o %s', (named, size, usMen, usWomen, uk, eu, cm) => {
    expect(convertSize(named, size)).toEqual({ usMen, usWomen, uk, eu, cm });
  });

  it('is null where the chart has none', () => {
    const none = { usMen: null, usWomen: null, uk: null, eu: null, cm: null };
    expect(convertSize(TIMBERLAND, '8W')).toEqual(none);
    expect(convertSize(NIKE, '5.5C')).toEqual(none);
    expect(convertSize(UNKNOWN, '5Y')).toEqual(none);
    expect(convertSize(SLIDE, '9.5')).toEqual(none);
    expect(convertSize(NIKE, 'nothing')).toEqual(none);
  });
});

it.each([
  [shoe('NIKE'), 'nike'],
  [shoe('adidas', 'Adilette 22'), 'adidasSlides'],
  [shoe('Adidas', 'Landslide'), 'adidas'],
  [shoe('Nike', 'Calm Slide'), 'nike'],
  [shoe(null), 'usual'],
  [shoe('constructor'), 'usual'],
])('%o uses the chart %s', (named, chart) => expect(chartOf(named)).toBe(chart));

describe.each(Object.entries(SIZE_CHARTS))('the chart %s', (_name, chart) => {
  const lines = chart
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

  it('has every size once, with a value or a dash in each of five columns', () => {
    const sizes = lines.map(([size = '']) => size);
    expect(sizes.filter((size) => !isSize(size))).toEqual([]);
    expect(new Set(sizes).size).toBe(sizes.length);
    for (const line of lines) {
      expect([line.length, line.slice(1).every((value) => /^(-|\d+(\.\d+)?[⅓⅔]?)$/.test(value))]).toEqual([
        6,
        true,
      ]);
    }
  });

  it('rises from size to size within each run, in every system', () => {
    const amount = (text: string) => {
      const [, number = '', third = ''] = /^([\d.]+)([⅓⅔]?)$/.exec(text) ?? [];
      return Number(number) + (third === '⅓' ? 1 / 3 : third === '⅔' ? 2 / 3 : 0);
    };
    for (const run of ['', 'W', 'Y', 'C', 'K']) {
      const runLines = lines.filter(([size = '']) => size.replace(/[\d.]/g, '') === run);
      for (const column of [1, 2, 3, 4, 5]) {
        const amounts = runLines
          .map((line) => line[column] ?? '-')
          .filter((value) => value !== '-')
          .map(amount)
          // UK sizes of children restart after 13.5.
          .filter((value) => !(column === 3 && run === 'Y' && value > 13));
        expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
      }
    }
  });
});
