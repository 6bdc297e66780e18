import { MAX_ALIAS_LENGTH, MAX_ALIASES } from '@perkex/contract/desk-aliases.js';
import type { SearchAlias } from '@perkex/core/finding/search-aliases.js';
import type { Command } from 'commander';
import { readAliases } from '../csv/aliases-file.js';
import { harmless } from '../csv/cell-values.js';
import { checkFile } from '../csv/csv-file.js';
import { transaction } from '../database/transaction.js';
import { readSearchAliases, replaceSearchAliases } from '../products/search-aliases.js';
import { addFileCommand, type CommandContext, type OnDatabase } from './command.js';

const HELP = [
  `The file is UTF-8, its values separated by commas, at most ${MAX_ALIASES} rows. Its first line names the columns:`,
  '',
  `  Alias    what people type, such as aj1 or black cat, at most ${MAX_ALIAS_LENGTH} characters`,
  `  Meaning  the words that the catalogue has for it, such as air jordan 1, at most ${MAX_ALIAS_LENGTH} characters`,
  '',
  'The file replaces all search aliases of the catalogue. Case and accents do not matter. Aliases that the file',
  'no longer has are named. Servers use the new ones at once.',
].join('\n');

export function addImportAliases(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'import-aliases',
    usage: 'FILE.csv [--dry-run]',
    summary: 'Replace the phrases that the search understands besides the words of products.',
    help: HELP,
  })
    .option('--dry-run', 'say what would change, and change nothing')
    .action(async (file: string, { dryRun = false }: { readonly dryRun?: boolean }) => {
      await checkFile(file);
      await onDatabase((context) => importAliases(file, dryRun, context));
    });
}

/** @returns the exit code */
async function importAliases(
  file: string,
  isDryRun: boolean,
  { database, output, newId }: CommandContext,
): Promise<number> {
  const aliases = await readAliases(file);
  await transaction(database.pool, async (tx) => {
    for (const line of changesOf(await readSearchAliases(tx), aliases)) {
      output.line(harmless(line));
    }
    if (!isDryRun) {
      await replaceSearchAliases(tx, aliases, newId);
    }
  });
  output.line(
    isDryRun ? 'This was a dry run: nothing was changed.' : `Imported. Search aliases: ${aliases.length}.`,
  );
  return 0;
}

function changesOf(before: readonly SearchAlias[], after: readonly SearchAlias[]): string[] {
  const earlier = new Map(before.map(({ alias, meaning }) => [alias, meaning]));
  const later = new Map(after.map(({ alias, meaning }) => [alias, meaning]));
  return [
    ...after
      .filter(({ alias, meaning }) => earlier.get(alias) !== meaning)
      .map(({ alias, meaning }) => `${earlier.has(alias) ? 'changed' : 'new'}: ${alias} → ${meaning}`),
    ...before.filter(({ alias }) => !later.has(alias)).map(({ alias }) => `removed: ${alias}`),
  ];
}
