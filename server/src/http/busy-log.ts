import type { FastifyBaseLogger } from 'fastify';

const INTERVAL_MS = 1_000;
const MAX_REASONS = 10;

/** Logs requests that were refused as busy. */
export interface BusyLog {
  note(error: unknown): void;
  /** Writes the counts since the last line. */
  flush(): void;
}

/** At most one line per second, with counts by reason: the first line of a burst, then its sums. */
export function busyLog(log: FastifyBaseLogger, intervalMs = INTERVAL_MS): BusyLog {
  let countOf = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) {
      clearTimeout(timer);
      timer = null;
    }
    if (countOf.size > 0) {
      const count = [...countOf.values()].reduce((sum, each) => sum + each, 0);
      log.error({ count, reasons: Object.fromEntries(countOf) }, 'busy');
      countOf = new Map();
      timer = setTimeout(flush, intervalMs).unref();
    }
  }

  function note(error: unknown): void {
    const reason = reasonOf(error);
    const key = countOf.has(reason) || countOf.size < MAX_REASONS ? reason : 'others';
    countOf.set(key, (countOf.get(key) ?? 0) + 1);
    if (!timer) {
      flush();
    }
  }

  return { note, flush };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error.message === '' ? error.name : error.message;
}
