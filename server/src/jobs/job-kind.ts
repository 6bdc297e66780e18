import type { z } from 'zod';

/** Work that is kept in the database until it is done. */
export interface JobKind<Data> {
  /** By which the table knows it, in the databases of today and of before: it never changes. */
  readonly name: string;
  /** What a job of this kind knows. It can be read in the table and in every backup: no codes, no keys. */
  readonly data: z.ZodType<Data>;
  readonly retries: Retries;
  /** How many of them one server does at a time. The kinds do not wait for each other. */
  readonly atOnce: number;
}

/** Declares a kind of jobs, at the top of the module that does them. */
export function jobKind<Data>(kind: JobKind<Data>): JobKind<Data> {
  return kind;
}

/** How often a job is tried: each pause is twice the one before. */
export interface Retries {
  readonly attempts: number;
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
}

/** How far a pause is from the planned one at most, so that what failed together does not come back together. */
const SPREAD = 0.2;

/**
 * How long to wait after an attempt that has failed.
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
