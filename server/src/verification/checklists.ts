import type { Kind } from '@perkex/core/finding/kinds.js';
import { KINDS } from '@perkex/core/finding/kinds.js';
import { type Checklist, DEFAULT_CHECKLIST } from '@perkex/core/verification/checklist.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import { float8, int4, oneOf, orNull, type RowOf, statement, text, texts } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const READ_CHECKLISTS = statement({
  name: 'read-checklists',
  text: `select distinct on (kind) id, kind, points, member, ${msOf('at')} as "atMs"
         from checklists order by kind, id desc`,
  row: { id: int4, kind: orNull(oneOf(KINDS)), points: texts, member: text, atMs: float8 },
});

export type ChecklistRow = RowOf<typeof READ_CHECKLISTS>;

/** Members who change checklists do so one after the other. */
const LOCK_CHECKLISTS = statement({
  name: 'lock-checklists',
  text: 'lock table checklists in share row exclusive mode',
});

const SAVE_CHECKLIST = statement({
  name: 'save-checklist',
  text: 'insert into checklists (kind, points, member) values ($1, $2, $3)',
});

/** The newest checklist of each kind of products that admins have written; `kind` null is that of all other kinds. */
export function readChecklists(client: pg.Pool | pg.ClientBase): Promise<ChecklistRow[]> {
  return READ_CHECKLISTS.rows(client);
}

/** The checklist for products of a kind: their own, else that of all other kinds, else the default. */
export async function checklistOf(client: pg.Pool | pg.ClientBase, kind: Kind | null): Promise<Checklist> {
  const written = (await readChecklists(client)).filter(({ points }) => points.length > 0);
  const find = (kind: Kind | null) => written.find((each) => each.kind === kind);
  const { id, points } = find(kind) ?? find(null) ?? DEFAULT_CHECKLIST;
  return { id, points };
}

export interface ChangedChecklist {
  readonly kind: Kind | null;
  /** Empty to end the list of this kind. */
  readonly points: readonly string[];
  readonly member: string;
  /** The list that the member saw; 0 for none. */
  readonly seenId: number;
}

/**
 * Changes the checklist of a kind, once however often the change is sent.
 * @returns the list before; `saved` if this change is already stored; null if another member has changed it since
 */
export async function changeChecklist(
  tx: Transaction,
  { kind, points, member, seenId }: ChangedChecklist,
): Promise<{ readonly points: readonly string[] } | 'saved' | null> {
  await LOCK_CHECKLISTS.run(tx);
  const current = (await readChecklists(tx)).find((each) => each.kind === kind);
  if (current?.member === member && JSON.stringify(current.points) === JSON.stringify(points)) {
    return 'saved';
  }
  if ((current?.id ?? 0) !== seenId) {
    return null;
  }
  await SAVE_CHECKLIST.run(tx, [kind, points, member]);
  return { points: current?.points ?? [] };
}
