import { createHash } from 'node:crypto';
import { MAX_STATEMENT_LINES, type Statement, type StatementLine } from '@perkex/contract/desk-money.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../../database/transaction.js';
import { UserError } from '../../errors/user-error.js';
import { memberOf } from '../../http/require-member.js';
import type { FileLine } from '../../payments/bank/bank-file.js';
import { importLines, previewLines } from '../../payments/bank/book-lines.js';
import { decimal } from '../../payments/bank/pain001.js';
import { dealOfPayment } from '../../payments/bank/payment-rows.js';
import type { BookingResult, PlannedLine } from '../../payments/bank/plan-booking.js';
import { readStatement } from '../../payments/bank/read-statement.js';
import { recordAct } from '../desk-acts.js';

/** The lines of a sent statement, and a short name for its content. */
export interface ReadStatement {
  readonly lines: readonly FileLine[];
  readonly name: string;
}

const NAME_LENGTH = 16;

/**
 * Reads a statement as a member sends it.
 * @param content in base64 @param account the market's own account
 * @returns the reason if it is not a statement of that account
 */
export async function readSentStatement(content: string, account: string): Promise<ReadStatement | string> {
  const bytes = Buffer.from(content, 'base64');
  try {
    const lines = await readStatement({ name: 'The file', content: bytes, path: null }, account);
    if (lines.length > MAX_STATEMENT_LINES) {
      return `The file has more than ${MAX_STATEMENT_LINES} lines. Split it, or import it on the command line.`;
    }
    return { lines, name: createHash('sha256').update(bytes).digest('hex').slice(0, NAME_LENGTH) };
  } catch (error) {
    if (error instanceof UserError) {
      return error.message;
    }
    throw error;
  }
}

/** The result that booking the lines would have. */
export async function previewStatement(
  pool: pg.Pool,
  request: FastifyRequest,
  { lines }: ReadStatement,
): Promise<Statement> {
  const planned = await previewLines(pool, lines, memberOf(request).userId);
  alarm(request, planned);
  return statementOf(planned);
}

/** In the preview, too: a file with nothing to book is not booked. */
function alarm({ log }: FastifyRequest, planned: readonly PlannedLine[]): void {
  const deals = planned.flatMap(({ takenFrom }) =>
    takenFrom.map((payment) => dealCode(dealOfPayment(payment))),
  );
  if (deals.length > 0) {
    log.error({ deals }, 'the bank has taken back money of a payment that counts');
  }
}

/** Books the lines, and keeps those that no deal has. The caller commits. */
export async function bookStatement(
  tx: Transaction,
  request: FastifyRequest,
  { lines, name: fileName }: ReadStatement,
): Promise<Statement> {
  const { name, userId } = memberOf(request);
  const planned = await importLines(tx, lines, name, userId);
  alarm(request, planned);
  const statement = statementOf(planned);
  const { booked, kept } = statement;
  if (booked + kept > 0) {
    const cents = planned.reduce(
      (sum, { line, payment }) => sum + (payment && 'id' in line ? line.amountCents : 0),
      0,
    );
    await recordAct(tx, request, {
      act: 'book-statement',
      subject: `statement/${fileName}`,
      before: null,
      after: { lines: planned.length, booked, cents, kept },
    });
  }
  return statement;
}

const KEPT: readonly BookingResult[] = ['unknown', 'ambiguous', 'own'];
const KNOWN: readonly BookingResult[] = ['booked', 'waiting'];

function statementOf(planned: readonly PlannedLine[]): Statement {
  const incoming = planned.filter(({ line }) => 'id' in line);
  return {
    lines: planned.map(shownLine),
    booked: planned.filter(({ payment }) => payment !== null).length,
    kept: planned.filter(({ result }) => KEPT.includes(result)).length,
    isKnown: incoming.length > 0 && incoming.every(({ result }) => KNOWN.includes(result)),
  };
}

function shownLine({ line, result, payment, detail }: PlannedLine): StatementLine {
  const isKept = KEPT.includes(result) || result === 'waiting';
  return {
    line: line.row,
    amount: 'id' in line ? `${decimal(line.amountCents)}` : line.amountText,
    result,
    code: payment && dealCode(dealOfPayment(payment)),
    reference: payment?.reference ?? null,
    text: 'id' in line ? (isKept ? line.text : null) : detail,
  };
}
