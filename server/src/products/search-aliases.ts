import type { SearchAlias } from '@perkex/core/finding/search-aliases.js';
import type pg from 'pg';
import * as z from 'zod/mini';
import { RowSet } from '../database/row-set.js';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { changeKind } from '../feed/change-kind.js';
import { FeedStream } from '../feed/feed-stream.js';

/** The new numbers of search aliases: all of them were replaced. */
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

export function readSearchAliases(database: pg.Pool | Transaction): Promise<SearchAlias[]> {
  return READ_ALIASES.rows(database, []);
}

/** Replaces all search aliases, which must be distinct, and reports it in the feed. @param newId returns a new UUID */
export async function replaceSearchAliases(
  transaction: Transaction,
  aliases: readonly SearchAlias[],
  newId: () => string,
): Promise<void> {
  await DELETE_ALIASES.run(transaction, []);
  await SAVE_ALIASES.run(transaction, ALIASES.values(aliases));
  const stream = new FeedStream(newId());
  await stream.save(transaction, stream.next(REPLACED_ALIASES.of([aliases.length])));
}
