import { type BankLine, MAX_DESK_MONEY_PAGE } from '@perkex/contract/desk-money.js';
import { referencesIn } from '@perkex/core/bank/payment-reference.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { pageOf } from '../../database/page-of.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import { bookLines } from '../../payments/bank/book-lines.js';
import { dealOfPayment, referenceOf } from '../../payments/bank/payment-rows.js';
import { findReturnedPayouts } from '../../payments/bank/returned-payouts.js';
import {
  lockUnmatched,
  payerAccountOf,
  readUnmatched,
  readUnmatchedLine,
  sendBack,
  type UnmatchedLine,
} from '../../payments/bank/unmatched-lines.js';
import { parseBankAccount, type TypedAccount } from '../../payments/bank-accounts.js';
import { recordAct } from '../desk-acts.js';
import { findDeskDeal } from '../read-desk-deal.js';

/** A page of the lines that no deal has. @param after the `next` of the page before */
export async function readBankLines(
  pool: pg.Pool,
  after: string | undefined,
): Promise<{ lines: BankLine[]; next: string | null }> {
  const rows = await readUnmatched(pool, Number(after || 0), MAX_DESK_MONEY_PAGE + 1);
  const { shown, next } = pageOf(rows, MAX_DESK_MONEY_PAGE, ({ number }) => String(number));
  return { lines: shown.map(shownLine), next };
}

function shownLine(line: UnmatchedLine): BankLine {
  const { number, version, amountCents, bookedOn, text, payerName, reason } = line;
  return {
    number,
    version,
    amount: amountCents / CENTS_PER_DOLLAR,
    bookedOn,
    text,
    payer: payerName,
    hasAccount: payerAccountOf(line) !== null,
    reason,
    importedBy: line.importedBy,
    importedAt: isoTime(line.importedMs),
  };
}

/** The line that a member decides about, as they saw it. */
export interface SeenLine {
  readonly number: number;
  readonly version: number;
}

/** The reference that a member means: itself, or that of a deal by its code. Null for another text. */
export async function findReference(pool: pg.Pool, text: string): Promise<string | null> {
  const [reference, ...others] = referencesIn(text);
  if (reference !== undefined) {
    return others.length === 0 ? reference : null;
  }
  const key = await findDeskDeal(pool, text);
  return key && referenceOf(key);
}

/** Books a line to the deal of a reference. @param reference null for none */
export async function bookBankLine(
  tx: Transaction,
  request: FastifyRequest,
  seen: SeenLine,
  reference: string | null,
): Promise<string | Refusal<'unknown-line' | 'already-decided' | 'unknown-reference' | 'own-deal'>> {
  const { name, userId } = memberOf(request);
  const line = await lockLine(tx, seen, 'booked', name);
  if ('refused' in line) {
    return line;
  }
  if (line.state === 'waiting') {
    const { id, handId, bookedOn, amountCents, text, payerName, payerAccount } = line;
    const references = reference === null ? [] : [reference];
    const incoming = { row: 1, id, handId, bookedOn, amountCents, references, text, payerName, payerAccount };
    const [planned] = await bookLines(tx, [incoming], name, userId);
    if (!planned?.payment) {
      return {
        refused: planned?.isOwn ? 'own-deal' : 'unknown-reference',
      };
    }
    const after = { state: 'booked', deal: dealCode(dealOfPayment(planned.payment)), result: planned.result };
    await recordLine(tx, request, 'book-line', line, after);
  }
  return 'The line is booked.';
}

/**
 * Sends the money of a line back with the next list, which needs a second member above the limit, or if this one has
 * entered the account: where the bank has named none, or where money has come back from it.
 */
export async function returnBankLine(
  tx: Transaction,
  request: FastifyRequest,
  { account: entered, ...seen }: SeenLine & { readonly account?: TypedAccount | null | undefined },
): Promise<
  string | Refusal<'unknown-line' | 'already-decided' | 'account-unknown' | 'invalid-bank-account'>
> {
  const { name } = memberOf(request);
  const to = entered ? parseBankAccount(entered) : null;
  if (typeof to === 'string') {
    return { refused: 'invalid-bank-account', detail: to };
  }
  const line = await lockLine(tx, seen, 'returned', name);
  if ('refused' in line) {
    return line;
  }
  if (line.state === 'waiting') {
    const hasPayer = payerAccountOf(line) !== null;
    if (!hasPayer && to === null) {
      return { refused: 'account-unknown' };
    }
    if (hasPayer && to !== null) {
      const detail = 'The bank has named the account of this money: it goes back there.';
      return { refused: 'invalid-bank-account', detail };
    }
    await sendBack(tx, line.number, name, to);
    await recordLine(tx, request, 'return-line', line, {
      state: 'returned',
      isAccountEntered: to !== null,
    });
  }
  return 'The money goes back with the next list.';
}

function recordLine(
  tx: Transaction,
  request: FastifyRequest,
  act: 'book-line' | 'return-line',
  { number, state, amountCents }: UnmatchedLine,
  after: object,
): Promise<void> {
  return recordAct(tx, request, {
    act,
    subject: `bank-line/${number}`,
    before: { state, cents: amountCents },
    after,
  });
}

const DONE = { booked: 'booked this line', returned: 'sent this money back' };

/** The line as the member saw it, or as their own decision left it. It stays so until the transaction ends. */
async function lockLine(
  tx: Transaction,
  { number, version }: SeenLine,
  wanted: 'booked' | 'returned',
  name: string,
): Promise<UnmatchedLine | Refusal<'unknown-line' | 'already-decided'>> {
  await lockUnmatched(tx);
  const line = await readUnmatchedLine(tx, number);
  if (!line) {
    return { refused: 'unknown-line' };
  }
  const { state, decidedBy } = line;
  // Such lines were kept for members before they were recognised.
  if (state === 'waiting' && (await findReturnedPayouts(tx, [line])).size > 0) {
    return {
      refused: 'already-decided',
      detail: 'This is a payout that came back: report its entry as returned.',
    };
  }
  const isRepeated = line.version === version + 1 && state === wanted && decidedBy === name;
  if (isRepeated || (line.version === version && state === 'waiting')) {
    return line;
  }
  return {
    refused: 'already-decided',
    ...(state !== 'waiting' && { detail: `${decidedBy} has ${DONE[state]} in the meantime.` }),
  };
}
