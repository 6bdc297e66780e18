import { randomUUID } from 'node:crypto';
import { Command, CommanderError } from 'commander';
import { SYSTEM_CLOCK } from '../clock/system-clock.js';
import { ConfigError, readDatabaseConfig } from '../config.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { transaction } from '../database/transaction.js';
import { lastWords } from '../process/last-words.js';
import { renewHistory } from '../sales/rebuild-sale-days.js';
import { addAudit } from './audit.command.js';
import { addBackup } from './backup.command.js';
import { type CommandContext, type DatabaseNeeds, UsageError } from './command.js';
import { addDistribute } from './distribute.command.js';
import { addImportProducts } from './import-products.command.js';
import { addImportSales } from './import-sales.command.js';
import { abortOnStopSignals, cutOnAbort, InterruptedError, unlessAborted } from './interruption.js';
import { type Output, processOutput } from './output.js';
import { addRebuild } from './rebuild.command.js';
import { addReplay } from './replay.command.js';
import { addRestore } from './restore.command.js';
import { refuseRepeatedOptions, withUsage } from './usage.js';

const COMMANDS = [
  addImportProducts,
  addImportSales,
  addReplay,
  addAudit,
  addRebuild,
  addBackup,
  addRestore,
  addDistribute,
];

/** Exit codes: 0 for success, 1 for a failure or a finding, 2 for wrong use. */
const FAILED = 1;
const CALLED_WRONGLY = 2;

async function main(argv: readonly string[], output: Output): Promise<number> {
  let exitCode = 0;
  const program = newProgram();
  program.action(([name]: string[]) => {
    const help = program.helpInformation().trimEnd();
    if (name !== undefined) {
      throw new UsageError(`There is no command "${name}".\n\n${help}`);
    }
    output.line(help);
    exitCode = CALLED_WRONGLY;
  });
  for (const add of COMMANDS) {
    add(program, async (run, needs = {}) => {
      exitCode = await runOnDatabase(run, needs, output);
    });
  }
  program.commands.forEach(refuseRepeatedOptions);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return 0; // the user asked for help
    }
    const command = program.commands.find((candidate) => candidate.name() === argv[0]);
    throw command ? withUsage(error, command) : error;
  }
  return exitCode;
}

/** An unknown command runs the program's own action. */
function newProgram(): Command {
  return new Command('npm run perkex --')
    .usage('COMMAND [--help]')
    .description(
      'The database is the one of the server: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR.',
    )
    .helpOption('-h, --help', 'explain the command')
    .helpCommand('help [COMMAND]', 'Explain a command.')
    .configureHelp({ helpWidth: 120, subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .configureOutput({ outputError: () => {} }) // `report` prints errors in our own words
    .exitOverride()
    .argument('[arguments...]')
    .allowUnknownOption();
}

async function runOnDatabase(
  run: (context: CommandContext) => Promise<number>,
  { migrates = true, needsDatabaseAlone = false }: DatabaseNeeds,
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
        await transaction(database.pool, renewHistory);
      }
      return run({ database, config, output, clock: SYSTEM_CLOCK, newId: randomUUID, signal });
    });
  } finally {
    await database.close();
  }
}

function report(error: unknown, output: Output): number {
  output.error(lastWords(error));
  if (error instanceof InterruptedError) {
    process.exit(error.exitCode); // the command may still be waiting for something
  }
  return error instanceof UsageError || error instanceof ConfigError ? CALLED_WRONGLY : FAILED;
}

const output = processOutput();
process.exitCode = await main(process.argv.slice(2), output).catch((error: unknown) => report(error, output));
