import path from 'node:path';
import type { Command } from 'commander';
import { backUp, checkPlace } from '../backup/back-up.js';
import { totalRows } from '../backup/backup-format.js';
import { readGeneratedSecret } from '../data-dir/secret.js';
import { addFileCommand, type CommandContext, type OnDatabase } from './command.js';

export function addBackup(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'backup',
    usage: 'FILE [--overwrite]',
    summary: 'Write all that the database holds into one file, as of one moment, while others trade.',
    help:
      'The file holds the market, the users with their logins and sessions, and the secret that was generated for ' +
      'them. It lets its reader log in as any user, so only you can read it. An AUTH_SECRET that you have set ' +
      'yourself is not in it.',
  })
    .option('--overwrite', 'replace FILE when it is there already, once the new backup is whole')
    .action(async (file: string, { overwrite = false }: { overwrite?: boolean }) => {
      await checkPlace(file, overwrite);
      await onDatabase((context) => runBackup(file, context), { migrates: false });
    });
}

async function runBackup(
  file: string,
  { database, config, output, clock, signal }: CommandContext,
): Promise<number> {
  const progress = output.progress('Backing up rows');
  const { databaseUrl, dataDir, authSecret } = config;
  const isSecretGenerated = databaseUrl === null && authSecret === null;
  const header = await backUp({
    pool: database.pool,
    file,
    secret: isSecretGenerated ? await readGeneratedSecret(dataDir) : null,
    now: new Date(clock.wallMs()),
    signal,
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.end();
  output.line(`${path.resolve(file)} now holds ${totalRows(header)} rows of ${header.tables.length} tables.`);
  if (header.secret === null) {
    output.line("The server's AUTH_SECRET is a setting and not part of the backup: keep it, too.");
  }
  return 0;
}
