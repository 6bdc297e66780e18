import { ConfigError, readDatabaseConfig } from '../config.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { lastWords } from '../process/last-words.js';
import { auditCommand } from './audit.command.js';
import { backupCommand } from './backup.command.js';
import { type CliCommand, type PreparedCommand, UsageError } from './command.js';
import { importProductsCommand } from './import-products.command.js';
import { importSalesCommand } from './import-sales.command.js';
import { abortOnStopSignals, cutOnAbort, InterruptedError, unlessAborted } from './interruption.js';
import { type Output, processOutput } from './output.js';
import { replayCommand } from './replay.command.js';
import { restoreCommand } from './restore.command.js';

const COMMANDS: readonly CliCommand[] = [
  importProductsCommand,
  importSalesCommand,
  replayCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
];

/** Exit codes: 0 done, 1 it failed or found something, 2 it was called wrongly. */
const FAILED = 1;
const CALLED_WRONGLY = 2;

function generalHelp(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const lines = COMMANDS.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return [
    'Usage: npm run perkex -- COMMAND [--help]',
    '',
    ...lines,
    '',
    'The database is the one of the server: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR.',
  ].join('\n');
}

async function main(argv: readonly string[], output: Output): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    output.line(generalHelp());
    return name === undefined ? CALLED_WRONGLY : 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    throw new UsageError(`There is no command "${name}".\n\n${generalHelp()}`);
  }
  if (args.includes('--help') || args.includes('-h')) {
    output.line(`${usageOf(command)}\n\n${command.summary}\n${command.help}`);
    return 0;
  }
  return runOnDatabase(command, await prepare(command, args), output);
}

function usageOf({ usage }: CliCommand): string {
  return `Usage: npm run perkex -- ${usage}`;
}

/** What the command takes is said with what is wrong. */
async function prepare(command: CliCommand, args: readonly string[]): Promise<PreparedCommand> {
  try {
    return await command.prepare(args);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}\n${usageOf(command)}`) : error;
  }
}

async function runOnDatabase(
  { migrates = true, needsDatabaseAlone = false }: CliCommand,
  run: PreparedCommand,
  output: Output,
): Promise<number> {
  const config = readDatabaseConfig(process.env);
  const signal = abortOnStopSignals();
  const database = await openDatabase({
    ...config,
    purpose: needsDatabaseAlone ? 'server' : 'tool',
    hasTimeLimits: false,
    log: (line) => output.error(line),
    warn: (line) => output.error(line),
  });
  cutOnAbort(database.pool, signal);
  try {
    return await unlessAborted(signal, async () => {
      if (migrates) {
        await migrate(database.pool);
      }
      return run({ database, config, output, signal });
    });
  } finally {
    await database.close();
  }
}

function report(error: unknown, output: Output): number {
  output.error(lastWords(error));
  if (error instanceof InterruptedError) {
    process.exit(error.exitCode); // whatever the command still waits for
  }
  return error instanceof UsageError || error instanceof ConfigError ? CALLED_WRONGLY : FAILED;
}

const output = processOutput();
process.exitCode = await main(process.argv.slice(2), output).catch((error: unknown) => report(error, output));
