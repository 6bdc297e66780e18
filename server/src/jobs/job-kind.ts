import type { z } from 'zod';

/** Work that is stored in the database until it is done. */
export interface JobKind<Data> {
  /** The kind's name in the table. It never changes, since old databases contain it. */
  readonly name: string;
  /** The data of a job. They are readable in the table and in every backup, so they contain no codes and no keys. */
  readonly data: z.ZodType<Data>;
  /**
   * The key of a job's work. While a job waits or runs, another one of its kind with the same key is not stored.
   * Without it, every job is.
   */
  readonly keyOf?: (data: Data) => string;
  readonly retries: Retries;
  /** The number of runs of these jobs that one server has concurrently. Kinds do not wait for each other. */
  readonly atOnce: number;
  /** The maximum number of jobs of one run, for a worker with `workTogether`; 1 by default. */
  readonly together?: number;
}

/** Declares a kind of job at the top of the module that runs it. */
export function jobKind<Data>(kind: JobKind<Data>): JobKind<Data> {
  return kind;
}

/** The retries of a job: each pause is twice the previous one. */
export interface Retries {
  readonly attempts: number;
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
}

/** For work that must outlast any outage: retries for about a month. */
export function retriesForAMonth(firstPauseSeconds: number): Retries {
  return { attempts: 740, firstPauseSeconds, longestPauseSeconds: 3_600 };
}

/** The jitter of a pause, relative to its planned length. */
const SPREAD = 0.2;

/**
 * The pause after a failed attempt.
 * @param attempt 1 for the first
 * @param chance from 0 to 1
 */
export function pauseSeconds(
  { firstPauseSeconds, longestPauseSeconds }: Retries,
  attempt: number,
  chance: number,
): number {
  const planned = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (attempt - 1));
  return planned * (1 - SPREAD + 2 * SPREAD * chance);
}
