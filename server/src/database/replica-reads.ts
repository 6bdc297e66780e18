import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './connect.js';
import { isPassingFailure } from './errors.js';
import { bool, type RowOf, statement, text } from './statement.js';

/** Everything before this position is on disk, which with synchronous_commit includes every visible transaction. */
const READ_END_OF_LOG = statement({
  name: 'read-end-of-log',
  text: 'select pg_current_wal_flush_lsn()::text as position, system_identifier::text as system from pg_control_system()',
  row: { position: text, system: text },
});

const COMPARE_STANDBY = statement({
  name: 'compare-standby',
  text: `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCurrent",
           pg_is_in_recovery() and system_identifier = $2::int8 as "isStandby" from pg_control_system()`,
  row: { isCurrent: bool, isStandby: bool },
});

/** The time for which a read waits for a standby that is slightly behind, and the interval of its checks. */
const PATIENCE_MS = 100;
const LOOK_EVERY_MS = 5;
/** The time for which a failed standby is not used. */
const REST_MS = 5_000;
/** A standby that is behind for longer is logged. */
const BEHIND_FOR_MS = 10_000;

type Trouble = 'away' | 'behind' | 'foreign';

const TROUBLES: Readonly<Record<Trouble, string>> = {
  away: 'The database of DATABASE_URL_READ does not answer',
  behind: 'The database of DATABASE_URL_READ is behind',
  foreign: 'The database of DATABASE_URL_READ is not a standby of the one of DATABASE_URL',
};

export interface ReplicaReadsOptions {
  readonly primary: pg.Pool;
  /** A standby of the primary; null to read everything from the primary. */
  readonly standby: Pick<Database, 'pool' | 'healthPool'> | null;
  /** Called when the standby goes out of use and when it is in use again. */
  readonly tell?: (line: string) => void;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * Replica reads of public lists, history and figures: from the standby if it has everything that was committed before
 * the read started, else from the primary. So no read is older than an earlier answer or event, of any client.
 */
export class ReplicaReads {
  private readonly nowMs: () => number;
  private restsUntilMs = Number.NEGATIVE_INFINITY;
  private behindSinceMs: number | null = null;
  private trouble: Trouble | null = null;

  constructor(private readonly options: ReplicaReadsOptions) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /** Runs `work`, which must not write; if it fails on the standby, it is repeated on the primary. */
  async read<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const { primary, standby } = this.options;
    if (!standby || this.nowMs() < this.restsUntilMs) {
      return work(primary);
    }
    if (!(await this.isCurrent(standby))) {
      return work(primary);
    }
    try {
      return await work(standby.pool);
    } catch (error) {
      if (!isPassingFailure(error)) {
        throw error;
      }
      this.rest('away');
      return work(primary);
    }
  }

  private async isCurrent({ healthPool }: Pick<Database, 'healthPool'>): Promise<boolean> {
    const end = await READ_END_OF_LOG.row(this.options.primary);
    if (!end) {
      return false;
    }
    try {
      return await this.hasReached(healthPool, end);
    } catch {
      this.rest('away');
      return false;
    }
  }

  private async hasReached(
    healthPool: pg.Pool,
    { position, system }: RowOf<typeof READ_END_OF_LOG>,
  ): Promise<boolean> {
    const giveUpAtMs = this.nowMs() + (this.behindSinceMs === null ? PATIENCE_MS : 0);
    for (;;) {
      const found = await COMPARE_STANDBY.row(healthPool, [position, system]);
      if (!found?.isStandby) {
        this.rest('foreign');
        return false;
      }
      if (found.isCurrent) {
        this.isInUse();
        return true;
      }
      if (this.nowMs() >= giveUpAtMs) {
        this.isBehind();
        return false;
      }
      await pause(LOOK_EVERY_MS);
    }
  }

  private isInUse(): void {
    this.behindSinceMs = null;
    if (this.trouble !== null) {
      this.trouble = null;
      this.options.tell?.('The database of DATABASE_URL_READ is in use again.');
    }
  }

  /** Until it has caught up, reads do not wait for it. */
  private isBehind(): void {
    this.behindSinceMs ??= this.nowMs();
    if (this.nowMs() - this.behindSinceMs >= BEHIND_FOR_MS) {
      this.note('behind');
    }
  }

  private rest(trouble: Trouble): void {
    this.restsUntilMs = this.nowMs() + REST_MS;
    this.note(trouble);
  }

  private note(trouble: Trouble): void {
    if (this.trouble !== trouble) {
      this.trouble = trouble;
      this.options.tell?.(`${TROUBLES[trouble]}: everything is read from DATABASE_URL for now.`);
    }
  }
}
