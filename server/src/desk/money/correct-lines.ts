import type { BookedBankLine } from '@perkex/contract/desk-money.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { databaseTime } from '../../database/database-time.js';
import type { Transaction } from '../../database/transaction.js';
import type { DealKey } from '../../deals/deal-key.js';
import { type DealSteps, takeStep } from '../../deals/take-step.js';
import { isPartyOf } from '../../deals/users-of-deal.js';
import type { Refusal } from '../../http/problems.js';
import { memberOf } from '../../http/require-member.js';
import {
  type BookedLine,
  lockBookedLine,
  readBookedLines,
  reopenPayment,
  saveCorrection,
  useOfLine,
} from '../../payments/bank/correct-line.js';
import { recordAct } from '../desk-acts.js';

/** The lines of the bank that were booked to a deal, oldest first. */
export async function readLinesOfDeal(pool: pg.Pool, key: DealKey): Promise<BookedBankLine[]> {
  return (await readBookedLines(pool, key)).map((line) => ({
    id: line.id,
    amount: line.amountCents / CENTS_PER_DOLLAR,
    bookedOn: line.bookedOn,
    payer: line.payerName,
    bookedBy: line.bookedBy,
    correction: line.correctedBy === null ? null : { by: line.correctedBy, reason: line.reason ?? '' },
  }));
}

type Refused = Refusal<'unknown-line' | 'already-decided' | 'own-deal' | 'money-used'>;

/**
 * Takes a wrong booking back: books its opposite, and lets its money wait for a member again. A deal that it had paid
 * waits for its own money, unless the pair is on its way.
 */
export async function correctBankLine(
  tx: Transaction,
  request: FastifyRequest,
  { id, reason }: { readonly id: string; readonly reason: string },
  steps: DealSteps,
): Promise<string | Refused> {
  const { name, userId } = memberOf(request);
  const line = await lockBookedLine(tx, id);
  if (!line) {
    return { refused: 'unknown-line' };
  }
  const key = { productId: line.productId, id: line.dealId };
  if (line.correctedBy !== null) {
    const isRepeated = line.correctedBy === name && line.reason === reason;
    return isRepeated ? CORRECTED : { refused: 'already-decided' };
  }
  if (await isPartyOf(tx, key, userId)) {
    return { refused: 'own-deal' };
  }
  const refusal = await takeBack(tx, line, { name, reason }, steps);
  if (refusal) {
    return refusal;
  }
  await recordAct(tx, request, {
    act: 'correct-line',
    subject: `deal/${dealCode(key)}`,
    before: { line: id, cents: line.amountCents },
    after: { line: null, reason },
  });
  return CORRECTED;
}

const CORRECTED = 'The booking is taken back. Its money waits among the unmatched lines.';

async function takeBack(
  tx: Transaction,
  line: BookedLine,
  { name: by, reason }: { readonly name: string; readonly reason: string },
  { holidays, onStepped }: DealSteps,
): Promise<Refusal<'money-used'> | null> {
  const key = { productId: line.productId, id: line.dealId };
  const use = await useOfLine(tx, line);
  if (use === 'gone') {
    return { refused: 'money-used' };
  }
  if (use === 'spare') {
    await saveCorrection(tx, line, { by, reason });
    return null;
  }
  const command = {
    event: { type: 'unbook-payment' },
    actor: { kind: 'member', id: by },
    seenVersion: null,
  } as const;
  const taken = await takeStep(tx, key, command, { nowMs: await databaseTime(tx), holidays });
  if (taken?.kind !== 'stepped') {
    return { refused: 'money-used' };
  }
  await saveCorrection(tx, line, { by, reason });
  await reopenPayment(tx, key, taken.deal.version);
  await onStepped(tx, key, taken);
  return null;
}
