import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { isPassingFailure, withoutDetails } from '../database/errors.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Batches } from '../process/batches.js';
import { type JobKind, pauseSeconds } from './job-kind.js';
import { END_JOBS, POSTPONE_JOB, TAKEN_JOBS, type TakenJob } from './job-statements.js';

const REPEAT_MS = 1_000;

/** The worker for the jobs of a kind. */
export interface Worker<Data> {
  /** Called again for the same job if it rejects, or if its server stops before the job is marked as done. */
  readonly work: (data: Data) => Promise<void>;
  /** Does the work of several jobs, or rejects: then each of them is run alone. */
  readonly workTogether?: (all: readonly Data[]) => Promise<void>;
  /** Called for a job whose last attempt has failed, in the transaction that ends it. */
  readonly onGivenUp?: (tx: Transaction, data: Data, error: unknown) => Promise<void>;
}

export interface JobRun {
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** From 0, below 1: spreads the retries of jobs that failed together. */
  readonly random: () => number;
  /** Aborted when the server is stopping. */
  readonly ending: AbortSignal;
  /** Deletes jobs that are done. */
  readonly ends: Batches<readonly TakenJob[], void>;
}

/**
 * Runs one attempt of each of these jobs, which this server has claimed, and records the outcomes. Never rejects.
 * @param onEnd called for each job whose attempt is over
 */
export async function runJobs<Data>(
  kind: JobKind<Data>,
  worker: Worker<Data>,
  jobs: readonly TakenJob[],
  options: JobRun,
  onEnd: (job: TakenJob) => void,
): Promise<void> {
  if (await areDoneTogether(kind, worker, jobs, options)) {
    for (const job of jobs) {
      onEnd(job);
    }
    return;
  }
  for (const job of jobs) {
    await runJob(kind, worker, job, options);
    onEnd(job);
  }
}

async function areDoneTogether<Data>(
  kind: JobKind<Data>,
  { workTogether }: Worker<Data>,
  jobs: readonly TakenJob[],
  options: JobRun,
): Promise<boolean> {
  const all = jobs.flatMap(({ data, attempts }) => {
    const read = kind.data.safeParse(data);
    return read.success && attempts <= kind.retries.attempts ? [read.data] : [];
  });
  if (!workTogether || jobs.length === 1 || all.length < jobs.length) {
    return false;
  }
  try {
    await workTogether(all);
  } catch (error) {
    const about = { kind: kind.name, jobs: jobs.length, err: withoutDetails(error) };
    options.log.warn(about, 'jobs failed together, and are run one by one');
    return false;
  }
  try {
    await noteEnd(kind, jobs, options);
  } catch (error) {
    options.log.error({ kind: kind.name, err: withoutDetails(error) }, 'the outcome of jobs was not saved');
  }
  return true;
}

/** Repeated until the database is available: finished work must not be repeated because of an outage. */
async function noteEnd<Data>(
  { name }: JobKind<Data>,
  jobs: readonly TakenJob[],
  { ends, log, ending }: JobRun,
): Promise<void> {
  await insist(
    () => ends.add(jobs),
    (error) =>
      log.warn(
        { kind: name, jobs: jobs.length, err: withoutDetails(error) },
        'the end of a job is noted later',
      ),
    ending,
  );
}

async function runJob<Data>(
  kind: JobKind<Data>,
  worker: Worker<Data>,
  job: TakenJob,
  options: JobRun,
): Promise<void> {
  const { pool, log, random } = options;
  const about = { kind: kind.name, job: job.id, attempt: job.attempts };
  try {
    const failure = await failureOf(kind, worker, job);
    if (!failure) {
      await noteEnd(kind, [job], options);
    } else if (job.attempts < kind.retries.attempts) {
      const seconds = pauseSeconds(kind.retries, job.attempts, random());
      log.warn({ ...about, err: withoutDetails(failure.error), seconds }, 'a job failed, and is tried again');
      await POSTPONE_JOB.run(pool, [job.id, job.attempts, seconds]);
    } else {
      log.error({ ...about, err: withoutDetails(failure.error) }, 'a job was given up');
      await giveUp(pool, kind, worker, job, failure.error);
    }
  } catch (error) {
    // Its lease expires later; then any server may claim it.
    log.error({ ...about, err: withoutDetails(error) }, 'the outcome of a job was not saved');
  }
}

async function failureOf<Data>(
  kind: JobKind<Data>,
  worker: Worker<Data>,
  { data, attempts }: TakenJob,
): Promise<{ readonly error: unknown } | null> {
  try {
    if (attempts > kind.retries.attempts) {
      throw new Error('The server of its last attempt was gone before the end.');
    }
    const read = kind.data.safeParse(data);
    if (!read.success) {
      throw new Error('Its data are not those that this version knows.');
    }
    await worker.work(read.data);
    return null;
  } catch (error) {
    return { error };
  }
}

async function giveUp<Data>(
  pool: pg.Pool,
  kind: JobKind<Data>,
  { onGivenUp }: Worker<Data>,
  job: TakenJob,
  error: unknown,
): Promise<void> {
  await transaction(pool, async (tx) => {
    const isOurs = (await END_JOBS.run(tx, TAKEN_JOBS.values([job]))) === 1;
    const read = kind.data.safeParse(job.data);
    if (isOurs && read.success) {
      await onGivenUp?.(tx, read.data, error);
    }
  });
}

/** Repeats the step until the database is available. */
async function insist(
  step: () => Promise<unknown>,
  onFirstFailure: (error: unknown) => void,
  ending: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      await step();
      return;
    } catch (error) {
      if (!isPassingFailure(error) || ending.aborted) {
        throw error;
      }
      if (isFirst) {
        onFirstFailure(error);
      }
      await pause(REPEAT_MS, undefined, { signal: ending });
    }
  }
}
