import { constants } from 'node:os';
import type pg from 'pg';
import { UserError } from '../errors/user-error.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** The user or the parent process stopped the command. */
export class InterruptedError extends UserError {
  override readonly name = 'InterruptedError';

  constructor(private readonly stopSignal: StopSignal) {
    super(`Stopped by ${stopSignal}.`);
  }

  /** The exit code that shells use for a process ended by this signal. */
  get exitCode(): number {
    return 128 + constants.signals[this.stopSignal];
  }
}

/** If npm forwards Ctrl-C, the process receives it twice. */
const SAME_KEY_MS = 1_000;

/** Aborts on a stop signal or when the terminal closes. A second signal ends the process at once. */
export function abortOnStopSignals(): AbortSignal {
  const controller = new AbortController();
  let stoppedAtMs: number | undefined;
  const stop = (stopSignal: StopSignal) => {
    const reason = new InterruptedError(stopSignal);
    stoppedAtMs ??= performance.now();
    controller.abort(reason);
    if (performance.now() - stoppedAtMs > SAME_KEY_MS) {
      process.exit(reason.exitCode);
    }
  };
  for (const stopSignal of STOP_SIGNALS) {
    process.on(stopSignal, stop);
  }
  return controller.signal;
}

/** Closes the pool's connections when the signal aborts, even during a statement. Open transactions roll back. */
export function cutOnAbort(pool: pg.Pool, signal: AbortSignal): void {
  const clients = new Set<pg.PoolClient>();
  const cut = (client: pg.PoolClient) => (client as unknown as pg.Client).end().catch(() => {});
  pool.on('connect', (client) => {
    clients.add(client);
    if (signal.aborted) {
      void cut(client);
    }
  });
  pool.on('remove', (client) => clients.delete(client));
  signal.addEventListener('abort', () => void Promise.all([...clients].map(cut)), { once: true });
}

/** Resolves with the result of `work`, or rejects as soon as the signal aborts. `work` may then still be running. */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([aborted, work()]);
}
