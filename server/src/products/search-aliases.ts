import type { SearchAlias } from '@perkex/core/finding/search-aliases.js';
import type pg from 'pg';
import * as z from 'zod/mini';
import { RowSet } from '../database/row-set.js';
import { int4, orNull, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { changeKind } from '../feed/change-kind.js';
import { FeedStream } from '../feed/feed-stream.js';

/** The numbers of search aliases after a change: all of them are read again. */
export const REPLACED_ALIASES = changeKind('search-aliases', z.int());

const ALIASES = new RowSet<SearchAlias>({
  alias: [text, ({ alias }) => alias],
  meaning: [text, ({ meaning }) => meaning],
});

const READ_ALIASES = statement({
  name: 'read-search-aliases',
  text: 'select alias, meaning from search_aliases order by alias',
  row: { alias: text, meaning: text },
});

const DELETE_ALIASES = statement({ name: 'delete-search-aliases', text: 'delete from search_aliases' });

const SAVE_ALIASES = statement({
  name: 'save-search-aliases',
  text: `insert into search_aliases (alias, meaning) select alias, meaning from ${ALIASES.as('given')}`,
});

const LIST_ALIASES = statement({
  name: 'list-search-aliases',
  text: `select alias, meaning, (count(*) over ())::int as count from search_aliases
         where strpos(alias, $1) > 0 or strpos(meaning, $1) > 0 order by alias limit $2`,
  row: { alias: text, meaning: text, count: int4 },
});

const READ_MEANING = statement({
  name: 'read-meaning-of-alias',
  text: `select count(*)::int as count, max(meaning) filter (where alias = $1) as meaning from search_aliases`,
  row: { count: int4, meaning: orNull(text) },
});

const SAVE_ALIAS = statement({
  name: 'save-search-alias',
  text: `insert into search_aliases (alias, meaning) values ($1, $2)
         on conflict (alias) do update set meaning = excluded.meaning`,
});

const REMOVE_ALIAS = statement({
  name: 'remove-search-alias',
  text: 'delete from search_aliases where alias = $1',
});

export function readSearchAliases(database: pg.Pool | Transaction): Promise<SearchAlias[]> {
  return READ_ALIASES.rows(database, []);
}

/** Replaces all search aliases, which must be distinct, and reports it in the feed. @param newId returns a new UUID */
export async function replaceSearchAliases(
  transaction: Transaction,
  aliases: readonly SearchAlias[],
  newId: () => string,
): Promise<void> {
  await lockSearchAliases(transaction);
  await DELETE_ALIASES.run(transaction, []);
  await SAVE_ALIASES.run(transaction, ALIASES.values(aliases));
  await publishAliases(transaction, aliases.length, newId);
}

/** Changes of search aliases come one after the other: their number has a limit. */
export async function lockSearchAliases(transaction: Transaction): Promise<void> {
  await transaction.query('lock table search_aliases in share row exclusive mode');
}

/** The first aliases with a normalised text in the alias or its meaning, and the number of all of them. */
export async function listSearchAliases(
  pool: pg.Pool,
  part: string,
  limit: number,
): Promise<{ readonly count: number; readonly aliases: SearchAlias[] }> {
  const rows = await LIST_ALIASES.rows(pool, [part, limit]);
  return { count: rows[0]?.count ?? 0, aliases: rows.map(({ alias, meaning }) => ({ alias, meaning })) };
}

/** The number of all aliases, and the meaning of one; null if it is none. */
export async function readMeaning(
  transaction: Transaction,
  alias: string,
): Promise<{ readonly count: number; readonly meaning: string | null }> {
  return (await READ_MEANING.row(transaction, [alias])) ?? { count: 0, meaning: null };
}

/**
 * Saves one alias, or removes it, and reports it in the feed.
 * @param meaning null to remove it @param count the number of aliases afterwards @param newId returns a new UUID
 */
export async function putSearchAlias(
  transaction: Transaction,
  {
    alias,
    meaning,
    count,
  }: { readonly alias: string; readonly meaning: string | null; readonly count: number },
  newId: () => string,
): Promise<void> {
  await (meaning === null
    ? REMOVE_ALIAS.run(transaction, [alias])
    : SAVE_ALIAS.run(transaction, [alias, meaning]));
  await publishAliases(transaction, count, newId);
}

async function publishAliases(transaction: Transaction, count: number, newId: () => string): Promise<void> {
  const stream = new FeedStream(newId());
  await stream.save(transaction, stream.next(REPLACED_ALIASES.of([count])));
}
