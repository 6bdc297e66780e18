import { createHash } from 'node:crypto';
import { parseIban } from '@perkex/core/bank/bank-account.js';
import { referencesIn } from '@perkex/core/bank/payment-reference.js';
import { CURRENCY } from '../payment-provider.js';
import { entryName, entryNamesIn } from './entry-name.js';

/** The most lines of one file. */
export const MAX_LINES = 50_000;
export const MAX_FILE_BYTES = 50_000_000;
/** 10,000,000.00, far above any payment. */
const MAX_CENTS = 1_000_000_000;
const MAX_TEXT_LENGTH = 140;
/** The reason of a line by which the bank takes an earlier payment back. */
export const TAKEN_BACK = 'taken back by the bank';
/** The reason of a line by which the bank sends a payout back. */
export const CAME_BACK = 'came back: see "bank returned"';

/** A line of a bank's file as it was read. Texts are empty where the file has none. */
export interface RawLine {
  /** The line in the file. */
  readonly row: number;
  /** The bank's own number of the line, which never comes again; null without one. */
  readonly bankId: string | null;
  /** The `bankId` of the same line when it is booked by hand or comes as CSV; null if that is the same, or unknown. */
  readonly handId: string | null;
  /** YYYY-MM-DD; anything in a line that is skipped, as are amount and currency. */
  readonly bookedOn: string;
  /** A decimal number, without a sign. */
  readonly amount: string;
  readonly currency: string;
  /** The reason why this line is not incoming money; null if it is. */
  readonly skipped: string | null;
  readonly texts: readonly string[];
  readonly payerName: string;
  readonly payerAccount: string;
}

/** A line of a bank's file that may be booked. The amount is in cents. */
export interface IncomingLine {
  readonly row: number;
  readonly id: string;
  /** The id of the same line when it is booked by hand or comes as CSV; null if that is `id`, or unknown. */
  readonly handId: string | null;
  readonly bookedOn: string;
  readonly amountCents: number;
  readonly references: readonly string[];
  /** The payer's own words. */
  readonly text: string;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
}

/** A line that cannot be booked, with the reason. */
export interface SkippedLine {
  readonly row: number;
  readonly amountText: string;
  readonly reason: string;
  /** The references of a payment that the bank has taken back; null for any other line. */
  readonly takenBack: readonly string[] | null;
}

export type FileLine = IncomingLine | SkippedLine;

/**
 * Checks the lines of a file. The id of a line without a number of the bank is its content, and its place among equal
 * lines of the file: so the same file has the same ids again.
 */
export function checkLines(raw: readonly RawLine[]): FileLine[] {
  const seen = new Map<string, number>();
  return raw.map((line) => {
    const amountCents = centsOf(line.amount);
    const amountText = `${line.amount} ${line.currency}`;
    const reason = line.skipped ?? refusalOf(line, amountCents);
    if (reason === null) {
      return incoming(line, amountCents ?? 0, seen);
    }
    const takenBack = reason === TAKEN_BACK ? referencesOf(line) : null;
    return { row: line.row, amountText, reason, takenBack };
  });
}

function refusalOf({ currency }: RawLine, amountCents: number | null): string | null {
  if (currency.toLowerCase() !== CURRENCY) {
    return `refused: the currency is ${currency || 'missing'}, and this market has ${CURRENCY.toUpperCase()}`;
  }
  if (amountCents === null) {
    return 'refused: the amount is not a number of dollars and cents';
  }
  return amountCents === 0 || amountCents > MAX_CENTS ? 'refused: the amount is out of range' : null;
}

function incoming(line: RawLine, amountCents: number, seen: Map<string, number>): IncomingLine {
  const { row, bankId, handId, bookedOn, texts, payerName, payerAccount } = line;
  const content = [bookedOn, amountCents, ...texts, payerName, payerAccount].join('\u001f');
  const place = (seen.get(content) ?? 0) + 1;
  seen.set(content, place);
  const account = parseIban(payerAccount);
  const name = printable(payerName);
  const hasPayer = account !== null && name !== '';
  return {
    row,
    id: bankId === null ? `content/${sha256(`${content}\u001f${place}`)}` : numbered(bankId),
    handId: handId === null ? null : numbered(handId),
    bookedOn,
    amountCents,
    references: referencesOf(line),
    // The name of an entry of ours comes first, so that a long text keeps it.
    text: printable([...new Set([...texts.flatMap(entryNamesIn).map(entryName), ...texts])].join(' ')),
    payerName: hasPayer ? name : null,
    payerAccount: hasPayer ? account : null,
  };
}

/** The `bankId` of a line in CSV, and of one that is booked by hand. @param number the bank's own number of it */
export function handIdOf(number: string): string {
  return `csv/${number}`;
}

/** A decimal number in cents; null for any other text. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** A text that the database and the next list can hold. */
function printable(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);
}

function referencesOf({ texts }: RawLine): string[] {
  return [...new Set(texts.flatMap(referencesIn))];
}

function numbered(bankId: string): string {
  return `bank/${sha256(bankId)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
