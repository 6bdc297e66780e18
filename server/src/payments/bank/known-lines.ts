import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { int4, oneOf, orNull, type RowOf, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { IncomingLine } from './bank-file.js';

/** `booked`: a deal has it, or it was sent back. `waiting`: a member has to decide about it. */
const KNOWN_STATES = ['booked', 'waiting'] as const;

const FIND_KNOWN = statement({
  name: 'find-known-bank-lines',
  text: `select line.id, line.hand_id as "handId", line.amount_cents as "amountCents", 'booked' as state,
           payment.reference
         from bank_lines as line
         left join bank_payments as payment
           on payment.product_id = line.product_id and payment.deal_id = line.deal_id
         where line.id = any($1::text[]) or line.hand_id = any($1::text[])
         union all
         select id, hand_id, amount_cents, case state when 'waiting' then 'waiting' else 'booked' end, null
         from bank_unmatched_lines
         where (id = any($1::text[]) or hand_id = any($1::text[])) and state <> 'booked'`,
  row: {
    id: text,
    handId: orNull(text),
    amountCents: int4,
    state: oneOf(KNOWN_STATES),
    reference: orNull(text),
  },
});

type KnownLine = RowOf<typeof FIND_KNOWN>;

/** The lines of a file that the market knows. */
export interface KnownLines {
  /** The ids of lines that are booked, or were sent back. */
  readonly bookedIds: ReadonlySet<string>;
  /** The ids of lines that wait for a member. */
  readonly waitingIds: ReadonlySet<string>;
  /** The states of lines that are known by another id: booked by hand, or from a file of another kind. */
  readonly twins: ReadonlyMap<IncomingLine, KnownLine['state']>;
}

/** Finds the lines that are known by their own id, or by the bank's number and the amount. */
export async function findKnownLines(
  connection: pg.Pool | Transaction,
  lines: readonly IncomingLine[],
): Promise<KnownLines> {
  const ids = lines.flatMap(({ id, handId }) => (handId === null ? [id] : [id, handId]));
  const known = await FIND_KNOWN.rows(connection, [[...new Set(ids)]]);
  const idsOf = (state: KnownLine['state']) =>
    new Set(known.filter((line) => line.state === state).map(({ id }) => id));
  return { bookedIds: idsOf('booked'), waitingIds: idsOf('waiting'), twins: twinsOf(lines, known) };
}

/**
 * A line has one twin at most: a bank may give equal transactions of a batch the same number. Those that name the
 * payment of a twin come first.
 */
function twinsOf(lines: readonly IncomingLine[], known: readonly KnownLine[]): KnownLines['twins'] {
  const ownIds = new Set(known.map(({ id }) => id));
  const free = groupBy(known, (line) => numberAndAmount(line, line.handId === null));
  const unknown = lines.filter(({ id }) => !ownIds.has(id));
  const twins = new Map<IncomingLine, KnownLine['state']>();
  const pair = (line: IncomingLine, isTwin: (twin: KnownLine) => boolean) => {
    const candidates = free.get(numberAndAmount(line, line.handId !== null)) ?? [];
    const twin = candidates.find(isTwin);
    if (twin) {
      candidates.splice(candidates.indexOf(twin), 1);
      twins.set(line, twin.state);
    }
  };
  for (const line of unknown) {
    pair(line, ({ reference }) => reference !== null && line.references.includes(reference));
  }
  for (const line of unknown.filter((each) => !twins.has(each))) {
    pair(line, () => true);
  }
  return twins;
}

function numberAndAmount(
  { id, handId, amountCents }: Pick<KnownLine, 'id' | 'handId' | 'amountCents'>,
  isByHand: boolean,
): string {
  return `${handId ?? id} ${amountCents} ${isByHand}`;
}
