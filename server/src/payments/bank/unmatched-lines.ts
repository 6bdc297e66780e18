import type { BankAccount } from '@perkex/core/bank/bank-account.js';
import type pg from 'pg';
import { msOf } from '../../database/ms-of.js';
import { RowSet } from '../../database/row-set.js';
import { bool, float8, int4, oneOf, orNull, type RowOf, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { IncomingLine } from './bank-file.js';

/** Why no deal has a line: its reference is unknown, it names several deals or the member's own, or it was freed. */
const UNMATCHED_REASONS = ['unknown', 'ambiguous', 'own-deal', 'corrected'] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** `booked`: a deal has it now. `returned`: it goes back with the next list. */
const UNMATCHED_STATES = ['waiting', 'booked', 'returned'] as const;

/** One transaction decides about lines at a time, so that each is booked or sent back once. */
const LOCK = statement({
  name: 'lock-unmatched-bank-lines',
  text: 'lock table bank_unmatched_lines in share row exclusive mode',
});

interface NewLine extends IncomingLine {
  readonly reason: UnmatchedReason;
  readonly by: string;
}

const LINES = new RowSet<NewLine>({
  id: [text, ({ id }) => id],
  hand_id: [text, ({ handId }) => handId],
  amount_cents: [int4, ({ amountCents }) => amountCents],
  booked_on: [text, ({ bookedOn }) => bookedOn],
  text: [text, (line) => line.text],
  payer_name: [text, ({ payerName }) => payerName],
  payer_account: [text, ({ payerAccount }) => payerAccount],
  reason: [text, ({ reason }) => reason],
  imported_by: [text, ({ by }) => by],
});

const SAVE = statement({
  name: 'save-unmatched-bank-lines',
  text: `insert into bank_unmatched_lines (${LINES.names})
         select id, hand_id, amount_cents, booked_on::date, text, payer_name, payer_account, reason, imported_by
         from ${LINES.as('line')}
         on conflict (id) do nothing`,
});

const COUNT_AS_BOOKED = statement({
  name: 'count-unmatched-bank-lines-as-booked',
  text: `update bank_unmatched_lines set state = 'booked', version = version + 1, decided_by = $2
         where id = any($1::text[]) and state = 'waiting'`,
});

const COLUMNS = `number, id, hand_id as "handId", amount_cents as "amountCents", to_char(booked_on, 'YYYY-MM-DD') as "bookedOn", text,
  payer_name as "payerName", payer_account as "payerAccount", reason, imported_by as "importedBy",
  ${msOf('imported_at')} as "importedMs", state, version, decided_by as "decidedBy"`;
const ROW = {
  number: int4,
  id: text,
  handId: orNull(text),
  amountCents: int4,
  bookedOn: text,
  text,
  payerName: orNull(text),
  payerAccount: orNull(text),
  reason: oneOf(UNMATCHED_REASONS),
  importedBy: text,
  importedMs: float8,
  state: oneOf(UNMATCHED_STATES),
  version: int4,
  decidedBy: orNull(text),
};

const READ_WAITING = statement({
  name: 'read-unmatched-bank-lines',
  text: `select ${COLUMNS} from bank_unmatched_lines
         where state = 'waiting' and number > $1 order by number limit $2`,
  row: ROW,
});

const READ_ONE = statement({
  name: 'read-unmatched-bank-line',
  text: `select ${COLUMNS} from bank_unmatched_lines where number = $1`,
  row: ROW,
});

/** A line of a statement that no deal has, or had. The amount is in cents. */
export type UnmatchedLine = RowOf<typeof READ_ONE>;

/**
 * The account that the money of a line can go back to: the one that the bank has named, until money has come back from
 * it. Only that lets a decided line wait again.
 */
export function payerAccountOf({ payerAccount, version }: UnmatchedLine): string | null {
  return version === 0 ? payerAccount : null;
}

const SUM_WAITING = statement({
  name: 'sum-unmatched-bank-lines',
  text: `select count(*)::int as count, coalesce(sum(amount_cents), 0)::float8 as cents,
           min(${msOf('imported_at')}) as "oldestMs"
         from (select amount_cents, imported_at from bank_unmatched_lines
           where state = 'waiting' order by number limit $1) as waiting`,
  row: { count: int4, cents: float8, oldestMs: orNull(float8) },
});

const SEND_BACK = statement({
  name: 'send-unmatched-bank-line-back',
  text: `with line as (
           update bank_unmatched_lines set state = 'returned', version = version + 1, decided_by = $2,
             return_holder = $3, return_account = $4, return_bank_code = $5
           where number = $1 and state = 'waiting' returning number, id, amount_cents, version
         )
         insert into bank_remittances (id, line_id, kind, amount_cents)
         select 'line/' || number || '/return/' || version, id, 'return', amount_cents from line`,
});

const REOPEN = statement({
  name: 'reopen-unmatched-bank-lines',
  text: `update bank_unmatched_lines set state = 'waiting', version = version + 1, decided_by = null,
           return_holder = null, return_account = null, return_bank_code = null
         where id = any($1::text[]) and state = 'returned'`,
});

const HAS_ENTERED = statement({
  name: 'has-entered-account-of-bank-list',
  text: `select exists (
           select from bank_remittances as remittance
           join bank_unmatched_lines as line on line.id = remittance.line_id
           where remittance.list = $1 and line.return_account is not null and line.decided_by = $2
         ) as "hasEntered"`,
  row: { hasEntered: bool },
});

export async function lockUnmatched(tx: Transaction): Promise<void> {
  await LOCK.run(tx);
}

/** Keeps lines for a member. A line that is known already stays as it is. */
export async function saveUnmatched(tx: Transaction, lines: readonly NewLine[]): Promise<void> {
  await SAVE.run(tx, LINES.values(lines));
}

export async function countAsBooked(tx: Transaction, ids: readonly string[], by: string): Promise<void> {
  await COUNT_AS_BOOKED.run(tx, [ids, by]);
}

/**
 * Lines that wait for a member, oldest first. @param after the number of the last line of the page before; 0 for none
 */
export function readUnmatched(pool: pg.Pool, after: number, limit: number): Promise<UnmatchedLine[]> {
  return READ_WAITING.rows(pool, [after, limit]);
}

export async function readUnmatchedLine(
  connection: pg.Pool | Transaction,
  number: number,
): Promise<UnmatchedLine | null> {
  return (await READ_ONE.row(connection, [number])) ?? null;
}

/** The lines that wait, of at most `limit`: how many, their sum in cents, and since when the first one waits. */
export async function sumUnmatched(pool: pg.Pool, limit: number): Promise<RowOf<typeof SUM_WAITING>> {
  return (await SUM_WAITING.row(pool, [limit])) ?? { count: 0, cents: 0, oldestMs: null };
}

/**
 * Sends the money of a line that waits back with the next list.
 * @param to the account that a member has entered; null for the one that the bank has named
 */
export async function sendBack(
  tx: Transaction,
  number: number,
  by: string,
  to: BankAccount | null,
): Promise<void> {
  await SEND_BACK.run(tx, [number, by, to?.holder, to?.account, to?.bankCode]);
}

/** Checks whether a member has entered the account of an entry of a list. */
export async function hasEnteredAccount(
  connection: pg.Pool | Transaction,
  list: number,
  name: string,
): Promise<boolean> {
  return (await HAS_ENTERED.row(connection, [list, name]))?.hasEntered === true;
}

/** Lets lines wait again whose money could not be sent back. */
export async function reopenUnmatched(tx: Transaction, ids: readonly string[]): Promise<void> {
  await REOPEN.run(tx, [ids]);
}
