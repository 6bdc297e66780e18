import type pg from 'pg';
import { NO_DAY_YET, readRoots } from './daily-roots.js';
import { type RecordCounts, readRecord } from './record-days.js';
import type { RecordKind } from './record-facts.js';

const DAYS = 365;
const DAYS_WITH_ROOTS = 7;
/** Smaller numbers could be about a trader whom the reader knows. */
const LEAST_SHOWN = 5;
/** Nine tenths of fewer would be about one or two deals. */
const LEAST_FOR_NINE_TENTHS = 20;

type Rows = readonly (readonly [label: string, kind: RecordKind])[];

const DEALS: Rows = [
  ['Paid', 'paid'],
  ['Delivered to the buyer', 'delivered'],
];
const FAILURES: Rows = [
  ['The buyer did not pay', 'not-paid'],
  ['Undone within ten minutes', 'undone'],
  ['The seller did not ship', 'not-shipped'],
  ['The pair was rejected', 'rejected'],
  ['A parcel was lost', 'lost'],
  ['Cancelled by us', 'cancelled-by-us'],
  ['Returned after a claim', 'returned'],
];
const VERDICTS: Rows = [
  ['Passed', 'passed'],
  ['Failed at first', 'failed'],
  ['Rejection upheld by a second member', 'upheld'],
  ['Rejection overturned by a second member', 'overturned'],
];

/** The public record as Markdown (after-the-trade.md, "The desk"): sums of days that are over, without any trader. */
export async function recordText(pool: pg.Pool): Promise<string> {
  const record = await readRecord(pool, DAYS);
  if (record === null) {
    return 'The first day of the record is not over yet.';
  }
  const { first, last, counts } = record;
  return [
    `These numbers are of all deals from ${onOneLine(first)} to ${onOneLine(last)} (UTC), at most twelve months. A number below ${LEAST_SHOWN} is not shown, so that the record tells nothing about a single trader.`,
    numbersTable('Deals', numbersOf(counts, DEALS)),
    numbersTable('Deals that failed', numbersOf(counts, FAILURES)),
    numbersTable('Verdicts', numbersOf(counts, VERDICTS)),
    '"Half" is the time within which half of them were done, "nine of ten" the time for nine of ten. Hours that have begun count.',
    timesTable([
      ['From arrival to the first verdict', durationsOf(counts, ['passed', 'failed'])],
      ['From the verdict to the payout', durationsOf(counts, ['paid-out'])],
    ]),
    await rootsText(pool),
  ].join('\n\n');
}

type Durations = RecordCounts extends ReadonlyMap<unknown, infer List> ? List : never;

function countOf(durations: Durations): number {
  return durations.reduce((sum, { count }) => sum + count, 0);
}

function numbersOf(counts: RecordCounts, rows: Rows): [string, string][] {
  return rows.map(([label, kind]) => {
    const count = countOf(counts.get(kind) ?? []);
    return [label, count < LEAST_SHOWN ? `below ${LEAST_SHOWN}` : String(count)];
  });
}

function durationsOf(counts: RecordCounts, kinds: readonly RecordKind[]): Durations {
  return kinds.flatMap((kind) => counts.get(kind) ?? []).sort((a, b) => a.hours - b.hours);
}

/** The hours within which this share of the deals was done. */
function within(durations: Durations, share: number): number {
  const wanted = countOf(durations) * share;
  let done = 0;
  const last = durations.find(({ count }) => {
    done += count;
    return done >= wanted;
  });
  return last?.hours ?? 0;
}

function timesTable(rows: readonly (readonly [label: string, durations: Durations])[]): string {
  return [
    '| Time | Half | Nine of ten |\n| --- | ---: | ---: |',
    ...rows.map(([label, durations]) => {
      const count = countOf(durations);
      const text = (share: number, least: number) =>
        count < least ? 'too few deals' : hoursText(within(durations, share));
      return `| ${label} | ${text(0.5, LEAST_SHOWN)} | ${text(0.9, LEAST_FOR_NINE_TENTHS)} |`;
    }),
  ].join('\n');
}

function hoursText(hours: number): string {
  return hours <= 1 ? '1 hour' : `${hours} hours`;
}

function numbersTable(title: string, rows: readonly (readonly [string, string])[]): string {
  return [
    `| ${title} | Number |\n| --- | ---: |`,
    ...rows.map(([label, value]) => `| ${label} | ${value} |`),
  ].join('\n');
}

/** Long hashes beside it would break it at its hyphens. */
function onOneLine(day: string): string {
  return day.replaceAll('-', '\u2011');
}

async function rootsText(pool: pg.Pool): Promise<string> {
  const roots = await readRoots(pool, NO_DAY_YET, DAYS_WITH_ROOTS);
  return [
    '## Proof that the past stays as it was',
    'Every step of a deal and every act of our members is written down for ever. At the end of each day we publish two fingerprints: one of all steps, with the money that they moved, and one of all acts. Each contains the one of the day before. If anything of the past were changed later, even by us, the fingerprints would no longer match. Keep a copy to check that.',
    [
      '| Day (UTC) | Steps and money | Acts of members |\n| --- | --- | --- |',
      ...roots.map(({ day, ledger, journal }) => `| ${onOneLine(day)} | \`${ledger}\` | \`${journal}\` |`),
    ].join('\n'),
  ].join('\n\n');
}
