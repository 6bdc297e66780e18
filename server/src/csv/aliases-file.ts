import { MAX_ALIAS_LENGTH, MAX_ALIASES } from '@perkex/contract/desk-aliases.js';
import { normalised } from '@perkex/core/finding/normalised.js';
import type { SearchAlias } from '@perkex/core/finding/search-aliases.js';
import { shown } from './cell-values.js';
import { failAt, readCsv } from './csv-file.js';

const COLUMNS = ['Alias', 'Meaning'] as const;

/**
 * Reads search aliases.
 * @throws FileError at the first row that is none, with its line, and if there are too many
 */
export async function readAliases(file: string): Promise<SearchAlias[]> {
  const aliases = new Map<string, string>();
  for await (const { line, fields } of readCsv(file, COLUMNS, { maxRows: MAX_ALIASES })) {
    const fail = failAt(file, line);
    const phrase = (column: (typeof COLUMNS)[number]) => {
      const text = normalised(fields[column] ?? '');
      return text !== '' && text.length <= MAX_ALIAS_LENGTH
        ? text
        : fail(`${column} has 1 to ${MAX_ALIAS_LENGTH} characters, not ${shown(fields[column] ?? '')}`);
    };
    const alias = phrase('Alias');
    if (aliases.has(alias)) {
      fail(`${shown(alias)} is listed twice`);
    }
    aliases.set(alias, phrase('Meaning'));
  }
  return [...aliases].map(([alias, meaning]) => ({ alias, meaning }));
}
