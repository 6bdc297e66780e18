import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withoutDetails } from '../database/errors.js';
import { afterCommit, type Transaction } from '../database/transaction.js';
import { Batches } from '../process/batches.js';
import { Looks } from '../process/looks.js';
import type { JobKind } from './job-kind.js';
import { END_JOBS, FREE_PLACES, HOLD_JOBS, TAKE_JOBS, TAKEN_JOBS, type TakenJob } from './job-statements.js';
import { type JobRun, runJobs, type Worker } from './run-job.js';
import { type JobTiming, storeJobs } from './store-jobs.js';

/**
 * The polling interval for jobs without a commit in this process: retries that are due, and jobs of stopped servers.
 */
const LOOK_INTERVAL_MS = 2_000;
/** The lease of a job, unless renewed. */
const LEASE_SECONDS = 30;
const HOLD_INTERVAL_MS = 10_000;
/** The time that running jobs have to finish when the server stops. */
const ENDING_MS = 5_000;

/** This server's state for one kind of job. */
interface Lane {
  readonly atOnce: number;
  /** The maximum number of jobs of one run. */
  readonly together: number;
  readonly run: (jobs: readonly TakenJob[]) => Promise<void>;
  /** The number of runs. */
  underWay: number;
  /** True if more jobs may be due than can run now: the end of a run looks for them. */
  mayHaveMore: boolean;
}

/**
 * Work that outlives its process: rows that exist from the commit that causes them until they are done, by any server
 * of the database. A server claims a job for half a minute and renews the lease while it works; when the server stops,
 * another one claims the job. So each job runs at least once, and twice only if a server stops between finishing and
 * recording it, or PostgreSQL crashes before the record is on disk.
 */
export class Jobs {
  private readonly lanes = new Map<string, Lane>();
  private readonly atHand = new Set<TakenJob>();
  private readonly runs = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private timers: NodeJS.Timeout[] = [];
  private readonly looks = new Looks(
    this.ending.signal,
    () => this.takeDue(),
    (error) => this.options.log.error({ err: withoutDetails(error) }, 'jobs cannot be taken for now'),
  );
  private readonly ends: Batches<readonly TakenJob[], void>;

  constructor(private readonly options: Omit<JobRun, 'ending' | 'ends'>) {
    this.ends = new Batches<readonly TakenJob[], void>(async (all) => {
      await END_JOBS.run(options.pool, TAKEN_JOBS.values(all.flat()));
      return [];
    });
  }

  /** Stores a job. In a transaction, it exists and starts after the commit; otherwise when this resolves. */
  send<Data>(
    connection: pg.Pool | Transaction,
    kind: JobKind<Data>,
    data: Data,
    timing: JobTiming = {},
  ): Promise<void> {
    return this.sendAll(connection, kind, [data], timing);
  }

  /** Stores many jobs of a kind, as `storeJobs` does. */
  async sendAll<Data>(
    connection: pg.Pool | Transaction,
    kind: JobKind<Data>,
    all: readonly Data[],
    timing: JobTiming = {},
  ): Promise<void> {
    await storeJobs(connection, kind, all, timing);
    if (connection instanceof pg.Pool) {
      this.looks.look();
    } else {
      afterCommit(connection, () => this.looks.look());
    }
  }

  /** Registers the worker for a kind of job. Jobs without a worker here wait for another server. */
  register<Data>(kind: JobKind<Data>, worker: Worker<Data>): void {
    if (this.lanes.has(kind.name)) {
      throw new Error(`Jobs of the kind ${kind.name} have a worker already.`);
    }
    const carryingOut = { ...this.options, ending: this.ending.signal, ends: this.ends };
    this.lanes.set(kind.name, {
      atOnce: kind.atOnce,
      together: kind.together ?? 1,
      run: (jobs) => runJobs(kind, worker, jobs, carryingOut, (job) => this.atHand.delete(job)),
      underWay: 0,
      mayHaveMore: false,
    });
  }

  /** Starts to poll for jobs. Without it, this server looks only after it has sent some. */
  start(): void {
    this.timers = [
      setInterval(() => this.looks.look(), LOOK_INTERVAL_MS).unref(),
      setInterval(() => this.holdOn(), HOLD_INTERVAL_MS).unref(),
    ];
    this.looks.look();
  }

  /**
   * Claims no more jobs and lets running ones finish for a limited time; another server takes the rest half a minute
   * later.
   */
  async stop(): Promise<void> {
    this.ending.abort();
    for (const timer of this.timers) {
      clearInterval(timer);
    }
    const patience = new AbortController();
    const tooLong = pause(ENDING_MS, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([this.finish(), tooLong]);
    patience.abort();
  }

  private async finish(): Promise<void> {
    await this.looks.last;
    await Promise.all(this.runs);
  }

  /** Claims due jobs. */
  private async takeDue(): Promise<void> {
    const free: { readonly kind: string; readonly lane: Lane; readonly places: number }[] = [];
    for (const [kind, lane] of this.lanes) {
      const places = (lane.atOnce - lane.underWay) * lane.together;
      if (places > 0) {
        free.push({ kind, lane, places });
      } else {
        lane.mayHaveMore = true;
      }
    }
    if (free.length === 0) {
      return;
    }
    const taken = await TAKE_JOBS.rows(this.options.pool, [...FREE_PLACES.values(free), LEASE_SECONDS]);
    for (const { kind, lane, places } of free) {
      const jobs = taken.filter((job) => job.kind === kind);
      lane.mayHaveMore = jobs.length === places;
      for (let first = 0; first < jobs.length; first += lane.together) {
        this.begin(lane, jobs.slice(first, first + lane.together));
      }
    }
  }

  private begin(lane: Lane, jobs: readonly TakenJob[]): void {
    lane.underWay += 1;
    for (const job of jobs) {
      this.atHand.add(job);
    }
    const run = lane.run(jobs).then(() => {
      this.runs.delete(run);
      lane.underWay -= 1;
      if (lane.mayHaveMore) {
        this.looks.look();
      }
    });
    this.runs.add(run);
  }

  private holdOn(): void {
    if (this.atHand.size > 0) {
      HOLD_JOBS.run(this.options.pool, [...TAKEN_JOBS.values([...this.atHand]), LEASE_SECONDS]).catch(
        (error) => this.options.log.warn({ err: withoutDetails(error) }, 'jobs at hand could not be held'),
      );
    }
  }
}
