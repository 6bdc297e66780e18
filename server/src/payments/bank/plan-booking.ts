import { dealCode } from '@perkex/core/deals/deal-code.js';
import { CAME_BACK, type FileLine, type IncomingLine, TAKEN_BACK } from './bank-file.js';
import type { KnownLines } from './known-lines.js';
import { type BankPayment, dealOfPayment, unusedCents } from './payment-rows.js';

/** The results of booking a line of the bank's file. */
export const BOOKING_RESULTS = {
  exact: 'exact',
  part: 'one of several parts',
  'too-much': 'too much: the rest goes back',
  'too-little': 'too little: waiting for the rest',
  late: 'not wanted: goes back',
  unknown: 'unknown reference',
  ambiguous: 'names several deals',
  own: 'your own deal: another member books it',
  waiting: 'already waiting for a member',
  booked: 'already booked',
  'taken-back': TAKEN_BACK,
  skipped: 'not booked',
} as const;
export type BookingResult = keyof typeof BOOKING_RESULTS;

/** A line with its payment, if its money is booked. */
export interface PlannedLine {
  readonly line: FileLine;
  readonly result: BookingResult;
  /** Null for a line that is not booked now. */
  readonly payment: BankPayment | null;
  /** True if it would pay a deal of the member who books. */
  readonly isOwn: boolean;
  /** More about a line that is not booked. */
  readonly detail: string | null;
  /** The payments that count and whose money the bank has taken back with this line: a person has to look at them. */
  readonly takenFrom: readonly BankPayment[];
}

/** The facts about the lines of a file. */
export interface BookingFacts extends KnownLines {
  /** The payments of the references of all lines. */
  readonly payments: readonly BankPayment[];
  /** The deals of the member who books, who does not book these. */
  readonly ownDeals: ReadonlySet<string>;
  /** The lines that are payouts which came back: they are money of no deal. */
  readonly returned: ReadonlySet<IncomingLine>;
}

/** Decides about the lines of a file in their order, so several lines can pay one deal together. Changes nothing. */
export function planBooking(
  lines: readonly FileLine[],
  { payments, bookedIds, waitingIds, twins, ownDeals, returned }: BookingFacts,
): PlannedLine[] {
  const paymentOf = new Map(payments.map((payment) => [payment.reference, payment]));
  const seen = new Set(bookedIds);
  const planned = lines.map((line): PlannedLine => {
    if (!('id' in line)) {
      const takenBack = line.takenBack?.map((reference) => paymentOf.get(reference) ?? reference);
      return takenBack ? takenBackLine(line, takenBack) : plannedLine(line, 'skipped', line.reason);
    }
    const known = seen.has(line.id) ? 'booked' : twins.get(line);
    if (known) {
      return plannedLine(line, known);
    }
    if (returned.has(line)) {
      return plannedLine(line, 'skipped', CAME_BACK);
    }
    const named = line.references.filter((reference) => paymentOf.has(reference));
    const [reference, ...others] = named;
    const payment = reference === undefined ? undefined : paymentOf.get(reference);
    const isOwn = named.some((each) => isOfDeals(paymentOf.get(each), ownDeals));
    if (!payment || others.length > 0 || isOwn) {
      const reason = payment ? (isOwn ? 'own' : 'ambiguous') : 'unknown';
      const result = waitingIds.has(line.id) ? 'waiting' : reason;
      return { ...plannedLine(line, result, line.references.join(', ') || null), isOwn };
    }
    seen.add(line.id);
    const after = { ...payment, receivedCents: payment.receivedCents + line.amountCents };
    const isPaid = payment.state === 'open' && unusedCents(after) >= payment.amountCents;
    paymentOf.set(payment.reference, isPaid ? { ...after, state: 'paid' } : after);
    return { ...plannedLine(line, resultOf(line, payment)), payment };
  });
  // A file may correct a line further down: its money is there once.
  return planned.map((each) =>
    each.payment === null && 'id' in each.line && seen.has(each.line.id)
      ? { ...each, result: 'booked', isOwn: false, detail: null }
      : each,
  );
}

function plannedLine(line: FileLine, result: BookingResult, detail: string | null = null): PlannedLine {
  return { line, result, payment: null, isOwn: false, detail, takenFrom: [] };
}

/** @param takenBack the payments of its references; a reference itself if it names no payment */
function takenBackLine(line: FileLine, takenBack: readonly (BankPayment | string)[]): PlannedLine {
  const takenFrom = takenBack.flatMap((each) =>
    typeof each !== 'string' && each.receivedCents > 0 ? [each] : [],
  );
  const words = takenBack.map((each) =>
    typeof each === 'string' ? each : `${each.reference} of deal ${dealCode(dealOfPayment(each))}`,
  );
  return { ...plannedLine(line, 'taken-back', words.join(', ') || null), takenFrom };
}

function isOfDeals(payment: BankPayment | undefined, ids: ReadonlySet<string>): boolean {
  return payment !== undefined && ids.has(dealOfPayment(payment).id);
}

function resultOf({ amountCents }: IncomingLine, payment: BankPayment): BookingResult {
  if (payment.state !== 'open') {
    return 'late';
  }
  const missingCents = payment.amountCents - unusedCents(payment);
  if (amountCents > missingCents) {
    return 'too-much';
  }
  const isFirst = missingCents === payment.amountCents;
  if (amountCents < missingCents) {
    return isFirst ? 'too-little' : 'part';
  }
  return isFirst ? 'exact' : 'part';
}
