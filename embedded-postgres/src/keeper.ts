import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { fullDisk } from './full-disk.js';
import { knock } from './knock.js';
import { killOrphans } from './orphans.js';
import { type Cluster, type OwnPostgres, startOwnPostgres, whyItEnded, withLog } from './own-postgres.js';
import { lastComplaint, logTail } from './postgres-log.js';
import type { Postmaster } from './postmaster.js';
import { takeServerLock } from './server-lock.js';
import { socketDirOf } from './socket-directory.js';

export interface KeeperOptions extends Cluster {
  readonly dataDir: string;
  readonly purpose: 'server' | 'tool';
  readonly serverLock: number;
  readonly warn: (line: string) => void;
  /** The pauses before each attempt to restart PostgreSQL; the last one repeats. */
  readonly pausesMs?: readonly number[];
}

const POLL_MS = 15;
/** For a predecessor that is still shutting down. */
const PREDECESSOR_MS = 20_000;
/** Between starts that another PostgreSQL prevents. */
const OCCUPIED_PAUSE_MS = 100;
/** For crash recovery, which reads up to a checkpoint's worth of the write-ahead log. */
const RECOVERY_MS = 300_000;
const PAUSES_MS = [0, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** The interval of log messages while PostgreSQL is down. */
const REMINDER_MS = 600_000;
/** After this time, a new failure has a new cause. */
const STEADY_MS = 30_000;
/** Gives precedence to the process that had started it. */
const JOINER_PAUSE_MS = 250;

/** The reason why PostgreSQL is down, with the end of its log. */
class Downtime extends EmbeddedPostgresError {
  constructor(
    clusterDir: string,
    /** The reason in one line. */
    readonly inShort: string,
    readonly isDiskFull: boolean,
    details: string,
  ) {
    super(`PostgreSQL cannot be used on ${clusterDir}: ${details}`);
  }
}

/**
 * Keeps a PostgreSQL running on a cluster: joins a running one or starts one, holds a connection to it, and repeats
 * this when the connection ends, without giving up: a full disk will be cleared. It needs no lock against concurrent
 * processes: PostgreSQL admits one, by its lock files and shared memory, and the rejected ones join.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  #socketDir: string;
  #own: OwnPostgres | undefined;
  #watch: pg.Client | undefined;
  #attachedAt = 0;
  #attempts = 0;
  #recovery: Promise<void> = Promise.resolve();
  /** The last reported problem and its time; undefined while PostgreSQL is running. */
  #reported: { readonly isDiskFull: boolean; readonly atMs: number } | undefined;
  readonly #stopping = new AbortController();
  #stopped: Promise<void> | undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#socketDir = socketDirOf(options.clusterDir, options.naming.name);
  }

  get socketDir(): string {
    return this.#socketDir;
  }

  /**
   * Returns when PostgreSQL answers.
   * @throws EmbeddedPostgresError if it cannot be started, or if another server uses it
   */
  async open(): Promise<void> {
    try {
      await this.#attach();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops a PostgreSQL that this process started, and waits until it has ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    await this.#watch?.end().catch(() => {});
    await this.#own?.process.stop();
  }

  /** @returns false if it is stopped in the meantime */
  async #attach(): Promise<boolean> {
    const { clusterDir, naming } = this.#options;
    const begin = Date.now();
    while (!this.#stopping.signal.aborted) {
      const answer = await knock(clusterDir, naming.name).catch(async (error: Error) => {
        throw await this.#failureWithLog(error.message);
      });
      if (answer.kind === 'open' && (await this.#adopt(answer.client, answer.postmaster))) {
        return true;
      }
      if (this.#own?.process.isAlive === false) {
        await this.#bury(this.#own);
      }
      if (answer.kind === 'nobody' && this.#own === undefined) {
        this.#own = await startOwnPostgres(this.#options, this.#socketDir);
      }
      const isToBecomeReady = answer.kind === 'starting' || this.#own !== undefined;
      if (Date.now() - begin > (isToBecomeReady ? RECOVERY_MS : PREDECESSOR_MS)) {
        const failure = await this.#failureWithLog('it does not become ready');
        // The next attempt starts another one.
        await this.#own?.process.stop();
        throw failure;
      }
      await sleep(POLL_MS);
    }
    return false;
  }

  /** @returns false if the connection broke again */
  async #adopt(client: pg.Client, { pid, socketDir }: Postmaster): Promise<boolean> {
    const { dataDir, naming, purpose } = this.#options;
    client.once('end', () => this.#lose(client));
    const own = this.#own?.process.pid === pid ? this.#own : undefined;
    const mayStay = purpose === 'tool' || (await this.#becomeServer(client, own !== undefined));
    if (mayStay === false) {
      await client.end();
      throw new EmbeddedPostgresError(
        `Another ${naming.program} server is running on ${dataDir}: stop it first, or give this one another ${naming.folderSetting}.`,
      );
    }
    if (mayStay === undefined) {
      void client.end().catch(() => {});
      return false;
    }
    this.#watch = client;
    this.#attachedAt = Date.now();
    this.#socketDir = socketDir;
    if (own !== undefined) {
      own.hasAnswered = true;
    }
    return true;
  }

  /** @returns undefined if the connection broke */
  async #becomeServer(client: pg.Client, isOwn: boolean): Promise<boolean | undefined> {
    if (!isOwn) {
      // The server that started it has precedence; if that was just killed, PostgreSQL is about to end.
      await this.#pause(JOINER_PAUSE_MS);
    }
    return takeServerLock(client, this.#options.serverLock).catch(() => undefined);
  }

  /** Clears the way for the next start, unless this one failed for a permanent reason. */
  async #bury(own: OwnPostgres): Promise<void> {
    this.#own = undefined;
    if (!own.hasAnswered) {
      const end = await whyItEnded(own, this.#options.clusterDir);
      if (end !== undefined) {
        throw await this.#failure(end.reason, end.logTail);
      }
      await killOrphans(this.#options.clusterDir);
      await this.#pause(OCCUPIED_PAUSE_MS);
    }
  }

  async #failureWithLog(reason: string): Promise<Downtime> {
    return this.#failure(reason, await logTail(this.#options.clusterDir, this.#own?.logStart ?? 0));
  }

  async #failure(reason: string, tail: string): Promise<Downtime> {
    const { clusterDir } = this.#options;
    const full = await fullDisk(clusterDir, `${reason}\n${tail}`);
    if (full !== undefined) {
      return new Downtime(clusterDir, full, true, `${full}.`);
    }
    return new Downtime(clusterDir, lastComplaint(tail) ?? reason, false, withLog(reason, tail));
  }

  #lose(client: pg.Client): void {
    if (this.#watch === client) {
      this.#watch = undefined;
      if (!this.#stopping.signal.aborted) {
        this.#recovery = this.#recover();
      }
    }
  }

  async #recover(): Promise<void> {
    const { warn, pausesMs = PAUSES_MS } = this.#options;
    const begin = Date.now();
    if (begin - this.#attachedAt > STEADY_MS) {
      this.#attempts = 0;
    }
    if (this.#own === undefined) {
      await this.#pause(JOINER_PAUSE_MS * (1 + Math.random()));
    }
    while (!this.#stopping.signal.aborted) {
      await this.#pause(pausesMs[Math.min(this.#attempts++, pausesMs.length - 1)] ?? 0);
      try {
        if (await this.#attach()) {
          this.#reported = undefined;
          warn(`PostgreSQL was unavailable and answers again after ${Date.now() - begin} ms.`);
          return;
        }
      } catch (error) {
        this.#tell(error as Error);
      }
    }
  }

  /** Reports a problem: a new one at once, the same one at intervals. */
  #tell(error: Error): void {
    const reason = error instanceof Downtime ? error.inShort : error.message;
    const isDiskFull = error instanceof Downtime && error.isDiskFull;
    const nowMs = performance.now();
    if (this.#reported?.isDiskFull === isDiskFull && nowMs - this.#reported.atMs < REMINDER_MS) {
      return;
    }
    this.#reported = { isDiskFull, atMs: nowMs };
    const { naming, warn } = this.#options;
    warn(
      `PostgreSQL is down: ${reason.replace(/\.$/, '')}. ${naming.program} keeps trying to start it until it is up again.`,
    );
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
