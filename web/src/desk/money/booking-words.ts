import type { BookingResultName } from '@perkex/contract/desk-money.js';

/** The groups of a statement's lines, in the order of the page. */
export const LINE_GROUPS = [
  {
    title: 'Taken back by the bank',
    task: 'Check these deals: the bank has taken their money back, but nothing has been booked.',
    results: ['taken-back'],
  },
  {
    title: 'Unmatched',
    task: 'They are kept in Unmatched lines, until a member books them or sends them back.',
    results: ['unknown', 'ambiguous', 'own', 'waiting'],
  },
  { title: 'Pay a deal', task: null, results: ['too-much', 'too-little', 'late', 'part', 'exact'] },
  { title: 'Not booked', task: null, results: ['skipped', 'booked'] },
] as const satisfies readonly {
  readonly title: string;
  readonly task: string | null;
  readonly results: readonly BookingResultName[];
}[];

export const RESULTS: Readonly<Record<BookingResultName, string>> = {
  exact: 'Exact',
  part: 'One of several parts',
  'too-much': 'Too much: the rest goes back',
  'too-little': 'Too little: waiting for the rest',
  late: 'The deal no longer wants it: goes back',
  unknown: 'Unknown reference',
  ambiguous: 'Names several deals',
  own: 'Your own deal: another member books it',
  waiting: 'Known, waiting for a member',
  booked: 'Already booked',
  'taken-back': 'The bank has taken a payment back',
  skipped: 'Not for us',
};
