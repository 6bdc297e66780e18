import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { transaction } from '../src/database/transaction.js';
import { type JobKind, jobKind } from '../src/jobs/job-kind.js';
import { Jobs } from '../src/jobs/jobs.js';
import type { Worker } from '../src/jobs/run-job.js';
import { createTestDatabase, openTestPool } from './test-database.js';

const database = await createTestDatabase();
const { pool } = database;
const servers: Jobs[] = [];
afterAll(async () => {
  await Promise.all(servers.map((jobs) => jobs.stop()));
  await database.close();
});

const note = z.object({ text: z.string() });
type Note = z.infer<typeof note>;
const RETRIES = { attempts: 3, firstPauseSeconds: 10, longestPauseSeconds: 60 };
/** Each test has job kinds of its own, since the servers of earlier tests may still look for theirs. */
let NOTES: JobKind<Note>;
let OTHERS: JobKind<Note>;
let tests = 0;
beforeEach(async () => {
  await pool.query('delete from jobs');
  tests += 1;
  NOTES = jobKind({ name: `note ${tests}`, data: note, retries: RETRIES, atOnce: 2 });
  OTHERS = jobKind({ name: `other ${tests}`, data: note, retries: RETRIES, atOnce: 1 });
});

/** A server that runs these jobs, and its log. */
function server(
  { pool: ownPool = pool, ...worker }: Partial<Worker<Note>> & { readonly pool?: pg.Pool } = {},
  kind: JobKind<Note> = NOTES,
) {
  const done: string[] = [];
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const jobs = new Jobs({ pool: ownPool, random: Math.random, log });
  servers.push(jobs);
  const work = worker.work ?? (async () => {});
  jobs.register(kind, {
    ...worker,
    work: async (note) => {
      await work(note);
      done.push(note.text);
    },
  });
  return { jobs, done, log: () => lines.join('') };
}

const never = () => new Promise<void>(() => {});
const rows = async () => (await pool.query('select attempts, data from jobs order by run_at')).rows;
const noneLeft = () => vi.waitFor(async () => expect(await rows()).toEqual([]), 30_000);
/** Seconds from now until the only job may be claimed. */
const waits = async () =>
  (await pool.query(`select extract(epoch from run_at - now())::float8 as seconds from jobs`)).rows[0]
    ?.seconds;
/** A job as an earlier server has left it. */
const leave = (data: object, attempts: number) =>
  pool.query('insert into jobs (kind, data, attempts) values ($1, $2, $3)', [NOTES.name, data, attempts]);
const letTimePass = () => pool.query('update jobs set run_at = now()');

describe('jobs that a worker can do together', () => {
  it('are run together, up to their maximum', async () => {
    const runs: number[] = [];
    const kind = jobKind({ ...NOTES, name: `together ${tests}`, atOnce: 1, together: 3 });
    const { jobs, done } = server({ workTogether: async (all) => void runs.push(all.length) }, kind);
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await jobs.sendAll(
      pool,
      kind,
      texts.map((text) => ({ text })),
    );
    await noneLeft();
    expect(runs).toEqual([3, 3]);
    expect(done).toHaveLength(1);
  });

  it('are run one by one if they fail together, so that one that fails delays no other', async () => {
    const kind = jobKind({ ...NOTES, name: `failing together ${tests}`, atOnce: 1, together: 9 });
    const { jobs, done, log } = server(
      {
        work: async ({ text }) => {
          if (text === 'bad') {
            throw new Error('Not this one.');
          }
        },
        workTogether: async () => {
          throw new Error('Not together.');
        },
      },
      kind,
    );
    await jobs.sendAll(pool, kind, [{ text: 'a' }, { text: 'bad' }, { text: 'b' }]);
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ data: { text: 'bad' } }]), 30_000);
    expect(done.sort()).toEqual(['a', 'b']);
    expect(log()).toContain('jobs failed together, and are run one by one');
    await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(1), 30_000);
    await letTimePass();
    await jobs.stop();
  });
});

describe('a job with a key', () => {
  const keyed = (kind: JobKind<Note>): JobKind<Note> => ({ ...kind, keyOf: ({ text }) => text });

  it('is stored once while it waits, and again once it is done', async () => {
    const { jobs, done } = server({}, OTHERS);
    const kind = keyed(NOTES);
    await jobs.sendAll(pool, kind, [{ text: 'a' }, { text: 'b' }, { text: 'a' }]);
    await jobs.send(pool, kind, { text: 'b' });
    expect(await rows()).toHaveLength(2);
    const another = server({}, kind);
    another.jobs.start();
    await noneLeft();
    await another.jobs.send(pool, kind, { text: 'a' });
    await noneLeft();
    expect([done, another.done.sort()]).toEqual([[], ['a', 'a', 'b']]);
  });

  it('is not stored again while it runs', async () => {
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const kind = keyed(NOTES);
    const { jobs, done } = server({ work: () => isFinished }, kind);
    await jobs.send(pool, kind, { text: 'a' });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), 30_000);
    await jobs.send(pool, kind, { text: 'a' });
    finish();
    await noneLeft();
    expect(done).toEqual(['a']);
  });

  it('leaves the same key of another kind free', async () => {
    const { jobs } = server({}, jobKind({ ...NOTES, name: `unused ${tests}` }));
    await jobs.send(pool, keyed(NOTES), { text: 'a' });
    await jobs.send(pool, keyed(OTHERS), { text: 'a' });
    expect(await rows()).toHaveLength(2);
  });

  it('of two concurrent transactions is stored by the one that commits', async () => {
    const { jobs } = server({}, OTHERS);
    const kind = keyed(NOTES);
    let second: Promise<void> | undefined;
    const rolledBack = transaction(pool, async (tx) => {
      await jobs.send(tx, kind, { text: 'a' });
      second = jobs.send(pool, kind, { text: 'a' });
      throw new Error('undo');
    });
    await expect(rolledBack).rejects.toThrow('undo');
    await second;
    expect(await rows()).toMatchObject([{ data: { text: 'a' } }]);
  });
});

describe('a job', () => {
  it('runs as soon as it is sent, and is then deleted', async () => {
    const { jobs, done } = server();
    await jobs.send(pool, NOTES, { text: 'a' });
    await noneLeft();
    expect(done).toEqual(['a']);
  });

  it('sent in a transaction runs once that is committed', async () => {
    const { jobs, done } = server();
    await transaction(pool, async (tx) => {
      await jobs.send(tx, NOTES, { text: 'in a transaction' });
      await jobs.send(pool, NOTES, { text: 'before' });
      await vi.waitFor(() => expect(done).toEqual(['before']), 30_000);
    });
    await vi.waitFor(() => expect(done).toEqual(['before', 'in a transaction']), 30_000);
  });

  it('sent in a transaction that is rolled back never existed', async () => {
    const { jobs, done } = server();
    const rolledBack = transaction(pool, async (tx) => {
      await jobs.send(tx, NOTES, { text: 'undone' });
      throw new Error('undo');
    });
    await expect(rolledBack).rejects.toThrow('undo');
    await jobs.send(pool, NOTES, { text: 'kept' });
    await noneLeft();
    expect(done).toEqual(['kept']);
  });

  it('with a delay does not start before', async () => {
    const { jobs, done } = server();
    await jobs.sendAll(pool, NOTES, [{ text: 'later' }], { afterSeconds: 3_600 });
    await jobs.send(pool, NOTES, { text: 'now' });
    await vi.waitFor(() => expect(done).toEqual(['now']), 30_000);
    await letTimePass();
    jobs.start();
    await noneLeft();
    expect(done).toEqual(['now', 'later']);
  });

  it('with a due time does not start before', async () => {
    const { jobs, done } = server();
    await jobs.send(pool, NOTES, { text: 'later' }, { dueAtMs: Date.now() + 3_600_000 });
    await jobs.send(pool, NOTES, { text: 'overdue' }, { dueAtMs: Date.now() - 3_600_000 });
    await vi.waitFor(() => expect(done).toEqual(['overdue']), 30_000);
    expect(await waits()).toBeCloseTo(3_600, -2);
    await letTimePass();
    jobs.start();
    await noneLeft();
    expect(done).toEqual(['overdue', 'later']);
  });

  it('with data that does not fit its kind is refused', async () => {
    const { jobs } = server();
    await expect(jobs.send(pool, NOTES, { words: 'a' } as unknown as Note)).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  it('of a kind that no server here runs waits for one that does', async () => {
    const { jobs } = server({}, OTHERS);
    await jobs.send(pool, NOTES, { text: 'for another' });
    await jobs.send(pool, OTHERS, { text: 'for this' });
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 0 }]), 30_000);
    const another = server();
    another.jobs.start();
    await noneLeft();
    expect(another.done).toEqual(['for another']);
  });
});

describe('many jobs', () => {
  it('run a few at once, each once, on any number of servers', async () => {
    const counts: number[] = [];
    const open = () => {
      let underWay = 0;
      return server({
        work: async () => {
          underWay += 1;
          counts.push(underWay);
          await pool.query('select');
          underWay -= 1;
        },
      });
    };
    const [one, two] = [open(), open()];
    const texts = Array.from({ length: 200 }, (_, index) => String(index));
    await one.jobs.sendAll(
      pool,
      NOTES,
      texts.map((text) => ({ text })),
    );
    two.jobs.start();
    await noneLeft();
    expect([...one.done, ...two.done].sort()).toEqual(texts.sort());
    expect(Math.max(...counts)).toBe(2);
  });

  it('of one kind do not delay another', async () => {
    const { jobs } = server({ work: never });
    const others: string[] = [];
    jobs.register(OTHERS, { work: async ({ text }) => void others.push(text) });
    await jobs.sendAll(pool, NOTES, [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    await jobs.send(pool, OTHERS, { text: 'other' });
    await vi.waitFor(() => expect(others).toEqual(['other']), 30_000);
  });

  it('start at the end of a run if they were sent in the middle of it', async () => {
    const kind = jobKind({ ...NOTES, name: `one run ${tests}`, atOnce: 1, together: 9 });
    let finishFirst: (() => void) | undefined;
    const { jobs, done } = server(
      {
        work: async ({ text }) => {
          if (text === 'a') {
            await new Promise<void>((resolve) => {
              finishFirst = resolve;
            });
          }
        },
      },
      kind,
    );
    await jobs.send(pool, kind, { text: 'a' });
    await vi.waitFor(() => expect(finishFirst).toBeDefined(), 30_000);
    await jobs.send(pool, kind, { text: 'b' });
    finishFirst?.();
    await noneLeft();
    expect(done).toEqual(['a', 'b']);
  });
});

describe('a job that fails', () => {
  it('is retried after growing pauses', async () => {
    let failures = 2;
    const { jobs, done, log } = server({
      work: async ({ text }) => {
        if (text === 'a' && failures > 0) {
          failures -= 1;
          throw new Error('not yet');
        }
      },
    });
    await jobs.send(pool, NOTES, { text: 'a' });
    for (const [attempt, least, most] of [
      [1, 0, 12],
      [2, 12, 24],
    ] as const) {
      await vi.waitFor(async () => {
        expect(await rows()).toMatchObject([{ attempts: attempt }]);
        expect(await waits()).toBeGreaterThan(least);
        expect(await waits()).toBeLessThan(most);
      }, 30_000);
      await letTimePass();
      await jobs.send(pool, NOTES, { text: 'b' });
      await vi.waitFor(() => expect(done).toContain('b'), 30_000);
    }
    await noneLeft();
    expect(done).toContain('a');
    expect(log()).toContain('not yet');
  });

  it('is given up after its last attempt, and its handler is notified in the transaction that deletes it', async () => {
    const given: string[] = [];
    const { jobs, log } = server({
      work: () => Promise.reject(new Error('never works')),
      onGivenUp: async (tx, { text }, error) => {
        const left = await tx.query('select from jobs');
        given.push(`${text}: ${(error as Error).message} (${left.rowCount} left)`);
      },
    });
    await leave({ text: 'a' }, 2);
    jobs.start();
    await noneLeft();
    expect(given).toEqual(['a: never works (0 left)']);
    expect(log()).toContain('a job was given up');
  });

  it('stays when its handler fails, which is then called again without a retry of the job', async () => {
    let attempts = 0;
    const errors: unknown[] = [];
    const { jobs } = server({
      work: async () => {
        attempts += 1;
        throw new Error('never works');
      },
      onGivenUp: async (_tx, _note, error) => {
        errors.push(error);
        if (errors.length === 1) {
          throw new Error('the handler fails');
        }
      },
    });
    await leave({ text: 'a' }, 2);
    jobs.start();
    await vi.waitFor(() => expect(errors).toHaveLength(1), 30_000);
    await jobs.stop();
    expect(await rows()).toHaveLength(1);
    await letTimePass();
    const next = server({
      work: async () => {
        attempts += 1;
      },
      onGivenUp: async (_tx, _note, error) => void errors.push(error),
    });
    next.jobs.start();
    await noneLeft();
    expect([attempts, errors.length]).toEqual([1, 2]);
  });

  it('because of another version’s data is retried, since a newer server may know them', async () => {
    const { jobs, log } = server();
    await leave({ words: 'a' }, 0);
    jobs.start();
    const reason = 'Its data are not those that this version knows.';
    await vi.waitFor(() => expect(log()).toContain(reason), 30_000);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
  });
});

describe('a server that dies', () => {
  it('in the middle of a job leaves it to another, half a minute later', async () => {
    const killed = server({ work: never });
    await killed.jobs.send(pool, NOTES, { text: 'a' });
    await vi.waitFor(async () => expect(await waits()).toBeGreaterThan(25), 30_000);
    const another = server();
    another.jobs.start();
    await another.jobs.send(pool, NOTES, { text: 'b' });
    await vi.waitFor(() => expect(another.done).toEqual(['b']), 30_000);
    await letTimePass();
    await another.jobs.send(pool, NOTES, { text: 'c' });
    await noneLeft();
    expect(another.done.sort()).toEqual(['a', 'b', 'c']);
  });

  it('and comes back cannot change a job that another has claimed', async () => {
    const resume: (() => void)[] = [];
    const frozen = server({ work: () => new Promise((done) => resume.push(done)) });
    await frozen.jobs.send(pool, NOTES, { text: 'a' });
    await vi.waitFor(() => expect(resume).toHaveLength(1), 30_000);
    await letTimePass();
    const another = server({ work: never });
    another.jobs.start();
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 2 }]), 30_000);
    resume[0]?.();
    await frozen.jobs.stop();
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });

  it('in a job’s last attempt has the job given up, so that a job that kills servers ends', async () => {
    const { jobs, done, log } = server();
    await leave({ text: 'deadly' }, 3);
    jobs.start();
    await noneLeft();
    expect(done).toEqual([]);
    expect(log()).toContain('The server of its last attempt was gone before the end.');
  });

  it('in an orderly way finishes its current jobs and claims no more', async () => {
    const finish: (() => void)[] = [];
    const { jobs, done } = server({ work: () => new Promise((end) => finish.push(end)) });
    await jobs.sendAll(pool, NOTES, [{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    await vi.waitFor(() => expect(finish).toHaveLength(2), 30_000);
    const stopped = jobs.stop();
    for (const end of finish) {
      end();
    }
    await stopped;
    expect(done.sort()).toEqual(['a', 'b']);
    expect(await rows()).toEqual([{ attempts: 0, data: { text: 'c' } }]);
  });
});

describe('a database that fails', () => {
  it('between a job and the record of its end does not have the job run again', async () => {
    const impatient = openTestPool({ ...database.address, options: '-c lock_timeout=50' });
    const blocker = await pool.connect();
    try {
      const { jobs, done, log } = server({
        pool: impatient,
        work: async () => {
          await blocker.query('begin; lock table jobs');
        },
      });
      await jobs.send(pool, NOTES, { text: 'a' });
      await vi.waitFor(() => expect(log()).toContain('the end of a job is noted later'), 30_000);
      await blocker.query('rollback');
      await noneLeft();
      expect(done).toEqual(['a']);
    } finally {
      blocker.release();
      await impatient.end();
    }
  });
});
