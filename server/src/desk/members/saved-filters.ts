import { FILTERED_LISTS, MAX_FILTERS, type SavedFilter } from '@perkex/contract/desk-members.js';
import type pg from 'pg';
import { forgetRows } from '../../database/forget-rows.js';
import { oneOf, statement, text, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import type { Refusal } from '../../http/problems.js';
import { lockUser } from '../../users/lock-user.js';
import type { ExportPart } from '../../users/user-export.js';

const READ_FILTERS = statement({
  name: 'read-desk-filters',
  text: `select id as filter, list, name, query from desk_filters where user_id = $1
         order by list, name, id limit ${MAX_FILTERS}`,
  row: { filter: uuid, list: oneOf(FILTERED_LISTS), name: text, query: text },
});

const SAVE_FILTER = statement({
  name: 'save-desk-filter',
  text: `insert into desk_filters (id, user_id, list, name, query) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
});

const REMOVE_FILTER = statement({
  name: 'remove-desk-filter',
  text: 'delete from desk_filters where id = $1 and user_id = $2',
});

/** The filters that a member has saved. */
export function readFilters(client: pg.Pool | Transaction, userId: string): Promise<SavedFilter[]> {
  return READ_FILTERS.rows(client, [userId]);
}

/** Saves a filter. The same again has no further effect. */
export async function saveFilter(
  tx: Transaction,
  userId: string,
  { filter, list, name, query }: SavedFilter,
): Promise<null | Refusal<'too-many-filters'>> {
  await lockUser(tx, userId);
  const saved = await readFilters(tx, userId);
  const isKnown = saved.some((each) => each.filter === filter);
  if (!isKnown && saved.length >= MAX_FILTERS) {
    return { refused: 'too-many-filters' };
  }
  await SAVE_FILTER.run(tx, [filter, userId, list, name.trim(), query]);
  return null;
}

export async function removeFilter(tx: Transaction, userId: string, filter: string): Promise<void> {
  await REMOVE_FILTER.run(tx, [filter, userId]);
}

/** Deletes the filters of a user whose account is erased or transferred. */
export const forgetFilters = forgetRows('forget-desk-filters', 'desk_filters');

/** The saved filters of a member, for their export. */
export function filterExport(pool: pg.Pool): ExportPart<'filters'> {
  return async (userId) => ({
    filters: (await readFilters(pool, userId)).map(({ list, name, query }) => ({ list, name, query })),
  });
}
