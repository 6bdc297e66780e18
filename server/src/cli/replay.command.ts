import { DAY_MS } from '@perkex/core/figures/days.js';
import type { Command } from 'commander';
import { checkFile } from '../csv/csv-file.js';
import { MAX_SALE_ROWS } from '../csv/sales-file.js';
import { updateHistory } from '../sales/history-consumer.js';
import { auditAndReport } from './audit.command.js';
import { addFileCommand, type CommandContext, type OnDatabase, wholeNumber } from './command.js';
import { printAccounts } from './ledger.command.js';
import type { Output } from './output.js';
import { REPLAY_USERS, type ReplaySummary, replay } from './replay.js';
import {
  type ReplayDealsOptions,
  refuseOtherMoney,
  replayDeals,
  startDealsWithPlay,
} from './replay-deals.js';

interface ReplayLimits {
  readonly inFlight: number;
  readonly limit?: number;
  readonly deals?: boolean;
}

const DEFAULT_IN_FLIGHT = 128;
const MAX_IN_FLIGHT = 1_000;

export function addReplay(program: Command, onDatabase: OnDatabase): void {
  addFileCommand(program, {
    name: 'replay',
    usage: 'FILE.csv[.gz] [--in-flight N] [--limit N] [--deals]',
    summary: 'Trade past sales again, each as an ask and a buy-now, through the code of the calls.',
    help:
      'A few hundred generated users sell and buy. Sales of one product and size keep the order of the file, so ' +
      'that in an empty market every sale trades at its own price (cents rounded to dollars). Ends with the rate, ' +
      'the times of an order, and the audit; exits with 1 when that finds anything or an order failed. Refused in a ' +
      'market whose trades are paid with other than play money. With --deals, also the sums of the accounts of the ledger. ' +
      `At most ${MAX_SALE_ROWS} sales.`,
  })
    .option(
      '--in-flight <N>',
      `how many books trade at once (1 to ${MAX_IN_FLIGHT})`,
      wholeNumber('--in-flight', MAX_IN_FLIGHT),
      DEFAULT_IN_FLIGHT,
    )
    .option('--limit <N>', 'only the first N sales of the file', wholeNumber('--limit'))
    .option('--deals', 'with play money, also take the deal of each trade to its end, a step a day')
    .action(
      async (file: string, { inFlight, limit = Number.POSITIVE_INFINITY, deals = false }: ReplayLimits) => {
        await checkFile(file);
        await onDatabase((context) => replayAndAudit(file, { inFlight, limit, deals }, context));
      },
    );
}

async function replayAndAudit(
  file: string,
  limits: Required<ReplayLimits>,
  context: CommandContext,
): Promise<number> {
  const { database, config, output, clock, newId, signal } = context;
  await refuseOtherMoney(database.pool);
  if (limits.deals) {
    await startDealsWithPlay(database.pool, config.holidays);
  }
  const reading = output.progress('Reading (bytes)');
  const progress = output.progress('Replaying sales');
  const summary = await replay(database, file, {
    ...limits,
    clock,
    newId,
    signal,
    onRead: (done, total) => reading.update(done, total),
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.end();
  report(summary, output);
  await updateHistory(database.pool, newId);
  if (limits.deals) {
    await replayAndReportDeals(context);
  }
  const isSound = await auditAndReport(database.pool, output);
  return isSound && summary.failed === 0 ? 0 : 1;
}

/** The next day, for the parties and the desk. Payments start at once, and deadlines pass. */
const timeOfStep: ReplayDealsOptions['timeOfStep'] = ({ atMs, dueAtMs }, { by, type }) => {
  if (type === 'deadline-passed') {
    return dueAtMs ?? atMs;
  }
  return by === 'clock' ? atMs : atMs + DAY_MS;
};

async function replayAndReportDeals({
  database,
  config: { holidays },
  output,
  clock,
  newId,
  signal,
}: CommandContext): Promise<void> {
  const progress = output.progress('Replaying deals');
  const { complete, seconds, peakMemoryMb } = await replayDeals(database, {
    holidays,
    newId,
    nowMs: clock.wallMs,
    timeOfStep,
    users: REPLAY_USERS,
    signal,
    onProgress: (done, total) => progress.update(done, total),
  });
  progress.end();
  output.line(
    `${complete} deals complete in ${seconds.toFixed(1)} s: ${(complete / seconds).toFixed(1)} per second, ` +
      `${peakMemoryMb} MB at most`,
  );
  await printAccounts(null, { database, output });
}

function report(summary: ReplaySummary, output: Output): void {
  const { sales, orders, trades, atOwnPrice, refused, failed, seconds, latencyMs, peakMemoryMb } = summary;
  output.line(
    `${orders} orders in ${seconds.toFixed(1)} s: ${Math.round(orders / seconds)} orders per second`,
  );
  output.line(`${trades} trades of ${sales} sales, ${atOwnPrice} of them at the price of the sale`);
  const codes = [...refused].map(([code, count]) => `${count} ${code}`).join(', ');
  output.line(
    `${[...refused.values()].reduce((sum, count) => sum + count, 0)} refused${codes === '' ? '' : ` (${codes})`}, ${failed} failed`,
  );
  output.line(
    `time of an order: p50 ${latencyMs.p50.toFixed(1)} ms, p95 ${latencyMs.p95.toFixed(1)} ms, p99 ${latencyMs.p99.toFixed(1)} ms`,
  );
  output.line(`memory of this process: ${peakMemoryMb} MB at most`);
}
