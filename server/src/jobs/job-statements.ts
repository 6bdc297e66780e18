import { RowSet } from '../database/row-set.js';
import { float8, int4, json, type RowOf, statement, text, uuid } from '../database/statement.js';

/** All times are the database's, whatever the clocks of the servers show. */

/** A new job with JSON data. */
export interface NewJob {
  readonly kind: string;
  readonly key: string | null;
  readonly data: string;
  readonly afterSeconds: number;
  readonly dueAtSeconds: number | null;
}

export const NEW_JOBS = new RowSet<NewJob>({
  kind: [text, ({ kind }) => kind],
  key: [text, ({ key }) => key],
  data: [json<object>(), ({ data }) => data],
  after_seconds: [float8, ({ afterSeconds }) => afterSeconds],
  due_at_seconds: [float8, ({ dueAtSeconds }) => dueAtSeconds],
});

export const STORE_JOBS = statement({
  name: 'store-jobs',
  text: `insert into jobs (kind, key, data, run_at)
         select kind, key, data, coalesce(to_timestamp(due_at_seconds), now() + make_interval(secs => after_seconds))
         from ${NEW_JOBS.as('new_job')}
         on conflict (kind, key) do nothing`,
});

/** The number of jobs of a kind that can be claimed. */
export interface Places {
  readonly kind: string;
  readonly places: number;
}

export const FREE_PLACES = new RowSet<Places>({
  kind: [text, ({ kind }) => kind],
  places: [int4, ({ places }) => places],
});

/** Skips jobs that another server is claiming; materialized, so that each kind is scanned once. */
export const TAKE_JOBS = statement({
  name: 'take-jobs',
  text: `with due as materialized (
           select job.id from ${FREE_PLACES.as('free')} cross join lateral (
             select id from jobs where jobs.kind = free.kind and run_at <= now()
             order by run_at limit free.places for update skip locked
           ) as job
         )
         update jobs set attempts = attempts + 1, run_at = now() + make_interval(secs => $3)
         from due where jobs.id = due.id and jobs.id = any(array(select id from due))
         returning jobs.id, kind, data, attempts`,
  row: { id: uuid, kind: text, data: json<unknown>(), attempts: int4 },
});

export type TakenJob = RowOf<typeof TAKE_JOBS>;

export const TAKEN_JOBS = new RowSet<Pick<TakenJob, 'id' | 'attempts'>>({
  id: [uuid, ({ id }) => id],
  attempts: [int4, ({ attempts }) => attempts],
});

export const HOLD_JOBS = statement({
  name: 'hold-jobs',
  text: `update jobs set run_at = now() + make_interval(secs => $3) from ${TAKEN_JOBS.as('taken')}
         where jobs.id = taken.id and jobs.attempts = taken.attempts and ${TAKEN_JOBS.among('jobs', ['id'])}`,
});

export const POSTPONE_JOB = statement({
  name: 'postpone-job',
  text: `update jobs set run_at = now() + make_interval(secs => $3) where id = $1 and attempts = $2`,
});

export const END_JOBS = statement({
  name: 'end-jobs',
  text: `delete from jobs using ${TAKEN_JOBS.as('taken')}
         where jobs.id = taken.id and jobs.attempts = taken.attempts and ${TAKEN_JOBS.among('jobs', ['id'])}`,
});
