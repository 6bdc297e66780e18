import type pg from 'pg';
import { RowSet } from '../../database/row-set.js';
import { int4, orNull, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { entryName, entryNamesIn } from './entry-name.js';

interface NamedEntry {
  readonly list: number;
  readonly entry: number;
}

const NAMED = new RowSet<NamedEntry>({
  list: [int4, ({ list }) => list],
  entry: [int4, ({ entry }) => entry],
});

const FIND_ENTRIES = statement({
  name: 'find-named-bank-entries',
  text: `select sent.list, sent.entry, sent.amount_cents as "amountCents"
         from ${NAMED.as('named')}
         join bank_remittances as sent on sent.list = named.list and sent.entry = named.entry
           and ${NAMED.among('sent')}`,
  row: { list: orNull(int4), entry: orNull(int4), amountCents: int4 },
});

interface Incoming {
  readonly amountCents: number;
  readonly text: string;
}

/**
 * The incoming lines that name an entry of our lists: the bank has sent that money back, without calling it a reversal.
 * Less may arrive, after fees. More is no return.
 */
export async function findReturnedPayouts<Line extends Incoming>(
  connection: pg.Pool | Transaction,
  lines: readonly Line[],
): Promise<ReadonlySet<Line>> {
  const named = lines.flatMap((line) => entryNamesIn(line.text).map((name) => ({ line, ...name })));
  if (named.length === 0) {
    return new Set();
  }
  const entries = await FIND_ENTRIES.rows(connection, NAMED.values(named));
  const isReturned = ({ line, list, entry }: (typeof named)[number]) =>
    entries.some(
      (sent) => sent.list === list && sent.entry === entry && line.amountCents <= sent.amountCents,
    );
  return new Set(named.filter(isReturned).map(({ line }) => line));
}

interface SentEntry extends NamedEntry {
  readonly amountCents: number;
}

const SENT = new RowSet<SentEntry>({
  name: [text, (entry) => entryName(entry)],
  amount_cents: [int4, ({ amountCents }) => amountCents],
});

const DELETE_WAITING = statement({
  name: 'delete-unmatched-lines-of-returned-entries',
  text: `delete from bank_unmatched_lines as line using ${SENT.as('sent')}
         where line.state = 'waiting' and line.text ~* ('\\y' || sent.name || '\\y')
           and line.amount_cents <= sent.amount_cents`,
});

/** Deletes the waiting lines of entries that are reported as returned: earlier versions kept such lines. */
export async function deleteReturned(tx: Transaction, entries: readonly SentEntry[]): Promise<void> {
  await DELETE_WAITING.run(tx, SENT.values(entries));
}
