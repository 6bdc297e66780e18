/** Matches a month, YYYY-MM, if it and the month after it have days (`isDay`). */
export const MONTH = /^(?!0000|9999-12)\d{4}-(0[1-9]|1[0-2])$/;

export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A month in words: 'November 2026'. @param month YYYY-MM */
export function monthText(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return `${NAMES[Number(number) - 1]} ${year}`;
}
