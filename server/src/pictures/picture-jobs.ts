import { inPieces } from '@perkex/core/in-pieces.js';
import { z } from 'zod';
import type { Transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { storeJobs } from '../jobs/store-jobs.js';
import { fetchPictures, giveUpPictures, type PictureFetching } from './fetch-pictures.js';

/** Few, so that a job that is interrupted repeats little. */
const PRODUCTS_A_JOB = 5;
const MAX_MINUTES = 10;
const MINUTE_MS = 60_000;

const FETCH_JOBS = jobKind({
  name: 'fetch-pictures',
  data: z.object({ names: z.array(z.string()) }),
  retries: retriesForAMonth(10),
  atOnce: 1,
});

/** Fetches the missing pictures of these products after the transaction. A failure is shown with the picture. */
export async function fetchLater(tx: Transaction, names: readonly string[]): Promise<void> {
  const jobs = inPieces(names, PRODUCTS_A_JOB).map((some) => ({ names: some }));
  await storeJobs(tx, FETCH_JOBS, jobs);
}

/** Registers the jobs that fetch pictures on this server. */
export function fetchWantedPictures(
  jobs: Jobs,
  fetching: Pick<PictureFetching, 'pool' | 'store' | 'writer' | 'terms'>,
): void {
  jobs.register(FETCH_JOBS, {
    async work({ names }) {
      await fetchPictures(names, { ...fetching, signal: AbortSignal.timeout(MAX_MINUTES * MINUTE_MS) });
    },
    onGivenUp: (_tx, { names }) => giveUpPictures(names, fetching),
  });
}
