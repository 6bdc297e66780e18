import type { FastifyInstance } from 'fastify';
import type { Database } from './database/connect.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import { listenError } from './process/last-words.js';
import type { Metrics } from './process/metrics.js';

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
  // Loaded only where it is used, for a faster start.
  const { Metrics } = await import('./process/metrics.js');
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

/** Counts the requests of an app, and shows the state of its caches and streams. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions, is404 }, { statusCode: status, elapsedTime }) => {
    // Without the expressions of parameters, as in `/:id(^\\d+$)`.
    const route = is404 ? 'none' : (routeOptions.url ?? 'none').replaceAll(/\([^)]*\)/g, '');
    metrics.observe({ method, route, status, seconds: elapsedTime / 1_000 });
  });
  metrics.addGauge('perkex_cached_responses', 'Cached responses', () => app.countCached().answers);
  metrics.addGauge(
    'perkex_cached_bytes',
    'The memory of cached responses, in bytes',
    () => app.countCached().bytes,
  );
  metrics.addGauge('perkex_event_streams', 'Open event streams', () => app.countStreams());
}
