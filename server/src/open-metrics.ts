import type { Database } from './database/connect.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import { listenError } from './process/last-words.js';
import { Metrics } from './process/metrics.js';

/**
 * Serves the metrics of this process.
 * @param port null for none: then nothing is counted
 * @throws UserError when the port cannot be used
 */
export async function openMetrics(
  port: number | null,
  { database: { pool }, engine }: { readonly database: Database; readonly engine: MatchingEngine },
): Promise<Metrics | null> {
  if (port === null) {
    return null;
  }
  const metrics = new Metrics();
  metrics.addGauge(
    'perkex_commands',
    'Orders and cancellations in progress',
    () => engine.commandsInProgress,
  );
  metrics.addGauge('perkex_writes_failing', '1 while the database accepts no orders', () =>
    engine.isUnableToWrite ? 1 : 0,
  );
  metrics.addGauge('perkex_database_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
  metrics.addGauge('perkex_database_connections', 'Connections of the pool', () => pool.totalCount);
  try {
    await metrics.listen(port);
  } catch (error) {
    throw listenError(error, { host: '127.0.0.1', port, setting: 'METRICS_PORT' });
  }
  return metrics;
}
