import { Command, CommanderError } from 'commander';
import type { Clock } from '../clock/clock.js';
import { readDatabaseConfig } from '../config.js';
import { recognizeDistribution } from '../database/citus.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { transaction } from '../database/transaction.js';
import { requirePlacedTables } from '../distribution/placement.js';
import { lastWords } from '../process/last-words.js';
import { renewHistory } from '../sales/rebuild-sale-days.js';
import { ConfigError } from '../settings/config-error.js';
import { addAudit } from './audit.command.js';
import { addBackup } from './backup.command.js';
import { addBank } from './bank.command.js';
import { type CommandContext, type DatabaseNeeds, UsageError } from './command.js';
import { addDeal } from './deal.command.js';
import { addDemo } from './demo.command.js';
import { addDistribute } from './distribute.command.js';
import { addImportAliases } from './import-aliases.command.js';
import { addImportProducts } from './import-products.command.js';
import { addImportSales } from './import-sales.command.js';
import { cutOnAbort, InterruptedError, unlessAborted } from './interruption.js';
import { addLedger } from './ledger.command.js';
import { addGrant, addMembers, addRevoke } from './members.command.js';
import type { Output } from './output.js';
import { addRebuild } from './rebuild.command.js';
import { addReplay } from './replay.command.js';
import { addRestore } from './restore.command.js';
import { refuseRepeatedOptions, withUsage } from './usage.js';

const COMMANDS = [
  addImportProducts,
  addImportAliases,
  addImportSales,
  addReplay,
  addAudit,
  addLedger,
  addDeal,
  addGrant,
  addRevoke,
  addMembers,
  addDemo,
  addBank,
  addRebuild,
  addBackup,
  addRestore,
  addDistribute,
];

const FIRST_MIGRATION = '0001_market.sql';
/** A command with other settings than the server works on another database. */
const NEW_MARKET =
  'There was no market in this database, so a new one was created. If your server already has one, ' +
  'run the command with the same DATABASE_URL or DATA_DIR as the server.';

const FAILED = 1;
const CALLED_WRONGLY = 2;

/** Where a command runs. */
export interface Surroundings {
  /** The settings. */
  readonly environment: NodeJS.ProcessEnv;
  readonly output: Output;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Called once, by commands that can be stopped. @returns a signal that aborts with an `InterruptedError` */
  readonly onStop: () => AbortSignal;
}

/**
 * Runs `npm run perkex -- …`.
 *
 * @returns the exit code: 0 for success, 1 for a failure or a finding, 2 for wrong use, above 128 for a command that
 *   was stopped and may still be waiting for something
 */
export async function runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await run(argv, surroundings);
  } catch (error) {
    surroundings.output.error(lastWords(error));
    if (error instanceof InterruptedError) {
      return error.exitCode;
    }
    return error instanceof UsageError || error instanceof ConfigError ? CALLED_WRONGLY : FAILED;
  }
}

async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode = 0;
  const program = newProgram(surroundings.output);
  program.action(([name]: string[]) => {
    const help = program.helpInformation().trimEnd();
    if (name !== undefined) {
      throw new UsageError(`There is no command "${name}".\n\n${help}`);
    }
    surroundings.output.line(help);
    exitCode = CALLED_WRONGLY;
  });
  for (const add of COMMANDS) {
    add(program, async (command, needs = {}) => {
      exitCode = await runOnDatabase(command, needs, surroundings);
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
function newProgram(output: Output): Command {
  return new Command('npm run perkex --')
    .usage('COMMAND [--help]')
    .description(
      'The database is the one of the server: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR.',
    )
    .helpOption('-h, --help', 'explain the command')
    .helpCommand('help [COMMAND]', 'Explain a command.')
    .configureHelp({ helpWidth: 120, subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .configureOutput({
      writeOut: (text) => output.line(text.trimEnd()),
      outputError: () => {}, // `runCommandLine` prints errors in our own words
    })
    .exitOverride()
    .argument('[arguments...]')
    .allowUnknownOption();
}

async function runOnDatabase(
  command: (context: CommandContext) => Promise<number>,
  { migrates = true, placesTables = false, needsDatabaseAlone = false }: DatabaseNeeds,
  { environment, output, clock, newId, onStop }: Surroundings,
): Promise<number> {
  const config = readDatabaseConfig(environment);
  const signal = onStop();
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
      if (migrates && (await migrate(database.pool)).includes(FIRST_MIGRATION)) {
        output.error(NEW_MARKET);
      }
      if ((await recognizeDistribution(database.pool)) && migrates && !placesTables) {
        await requirePlacedTables(database.pool);
      }
      if (migrates && !placesTables) {
        await transaction(database.pool, renewHistory);
      }
      return command({ database, config, output, clock, newId, signal });
    });
  } finally {
    await database.close();
  }
}
