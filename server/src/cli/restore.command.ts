import path from 'node:path';
import type { Command } from 'commander';
import { type BackupHeader, totalRows } from '../backup/backup-format.js';
import { checkBackup } from '../backup/read-backup.js';
import { RestoreError, restore } from '../backup/restore.js';
import { checkFile } from '../csv/csv-file.js';
import { keepSecret, readGeneratedSecret } from '../data-dir/secret.js';
import { transaction } from '../database/transaction.js';
import { renewHistory } from '../sales/rebuild-sale-days.js';
import { renewUserIndex } from '../user-index/rebuild-user-index.js';
import { auditAndReport } from './audit.command.js';
import { addFileCommand, type CommandContext, type OnDatabase } from './command.js';

export function addRestore(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'restore',
    usage: 'FILE',
    summary: 'Load a backup into an empty database, and audit it.',
    help:
      'All or nothing: a file that is cut off or damaged is refused, and so is a database with anything in it. A ' +
      'backup of an older version is brought to this one. The secret that the backup holds goes into DATA_DIR. ' +
      'Exits with 1 when the audit finds anything.',
  }).action(async (file: string) => {
    await checkFile(file);
    await onDatabase((context) => runRestore(file, context), { migrates: false, needsDatabaseAlone: true });
  });
}

async function runRestore(file: string, { database, config, output }: CommandContext): Promise<number> {
  const checking = output.progress('Checking rows');
  const { secret } = await checkBackup(file, (done, total) => checking.update(done, total));
  checking.end();
  refuseOtherSecret(config.dataDir, secret, await readGeneratedSecret(config.dataDir));
  const restoring = output.progress('Restoring rows');
  const { header, newMigrations } = await restore({
    pool: database.pool,
    file,
    beforeCommit: async (header) => {
      if (header.secret !== null) {
        refuseOtherSecret(config.dataDir, header.secret, await keepSecret(config.dataDir, header.secret));
      }
    },
    onProgress: (done, total) => restoring.update(done, total),
  });
  restoring.end();
  output.line(
    `Restored ${totalRows(header)} rows of ${header.tables.length} tables, as of ${header.madeAt}.`,
  );
  if (newMigrations.length > 0) {
    output.line(`The backup was of an older version: applied ${newMigrations.join(', ')}.`);
  }
  await transaction(database.pool, renewUserIndex);
  await transaction(database.pool, renewHistory);
  output.line(aboutSecret(header, config));
  return (await auditAndReport(database.pool, output)) ? 0 : 1;
}

/** @throws RestoreError if the folder holds a different secret than the backup */
function refuseOtherSecret(dataDir: string, secret: string | null, stored: string | null): void {
  if (secret !== null && stored !== null && stored !== secret) {
    throw new RestoreError(
      `${path.join(dataDir, 'auth-secret')} holds another secret than the backup: choose another DATA_DIR, or ` +
        'move that file away.',
    );
  }
}

function aboutSecret({ secret }: BackupHeader, { databaseUrl, dataDir }: CommandContext['config']): string {
  if (secret === null) {
    return 'Start the server with the same AUTH_SECRET as before: the backup does not hold it.';
  }
  const file = path.join(dataDir, 'auth-secret');
  return databaseUrl === null
    ? `The secret that signs sessions is in ${file}.`
    : `Start the servers with AUTH_SECRET set to the content of ${file}.`;
}
