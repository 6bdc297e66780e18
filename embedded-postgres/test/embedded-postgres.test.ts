import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, EmbeddedPostgresError, openEmbeddedPostgres } from '../src/index.js';
import { isAlive, isPostgresOn, readPostmaster } from '../src/postmaster.js';

type Connection = EmbeddedPostgres['connection'];
type Purpose = 'server' | 'tool';

// Each test starts PostgreSQL more than once, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Higher than any pid. */
const NO_PID = 4_194_305;

/** The names that a program would choose. */
const NAMING = {
  name: 'embedded_postgres_test',
  words: {
    program: 'Shoebox',
    folderSetting: 'SHOEBOX_DIR',
    alternative: 'set SHOEBOX_URL to a PostgreSQL that already runs',
  },
};

const isRoot = process.getuid?.() === 0;
const BUILT = new URL('../dist/index.js', import.meta.url);

/**
 * Saves time: after a crash, a PostgreSQL with fsync first syncs every file, which only a crash of the machine needs.
 */
const FAST = { fsync: 'off', shared_buffers: '16MB' };

/** Another process of the program: opens the database, prints its address, and stops when its standard input closes. */
const OTHER_PROCESS = `
  const [module, dataDir, purpose] = process.argv.slice(1);
  const { openEmbeddedPostgres } = await import(module);
  try {
    const log = (line) => process.stderr.write(line + '\\n');
    const options = { ...${JSON.stringify({ ...NAMING, settings: FAST })}, dataDir, purpose, log };
    const postgres = await openEmbeddedPostgres(options);
    process.stdout.write(JSON.stringify(postgres.connection) + '\\n');
    for await (const _ of process.stdin);
    await postgres.stop();
  } catch (error) {
    process.stdout.write(JSON.stringify({ refusal: error.message }) + '\\n');
  }
`;

/** A folder with a cluster, which most tests copy. */
let model: string;
let folder: string;
let dataDir: string;
let log: string[];
let opened: EmbeddedPostgres[];
let processes: ChildProcess[];
let elsewhere: string | undefined;

beforeAll(async () => {
  model = await makeFolder();
  const options = { ...NAMING, dataDir: path.join(model, 'data'), log: () => {}, settings: FAST };
  await (await openEmbeddedPostgres({ ...options, purpose: 'tool' })).stop();
});

afterAll(() => rm(model, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await makeFolder();
  dataDir = path.join(folder, 'data');
  log = [];
  opened = [];
  processes = [];
  elsewhere = undefined;
});

afterEach(async () => {
  await Promise.all(opened.map((postgres) => postgres.stop()));
  await Promise.all(processes.map(finish));
  await rm(folder, { recursive: true, force: true });
  if (elsewhere !== undefined) {
    await rm(elsewhere, { recursive: true, force: true });
  }
});

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'embedded-postgres-test-'));
  // Root's PostgreSQL runs as another account, which cannot enter a folder made by mkdtemp.
  await chmod(made, 0o755);
  return made;
}

async function copyModel(): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(model, 'data'), dataDir]);
}

async function open(
  purpose: Purpose,
  settings: Record<string, string> = FAST,
  pausesMs?: number[],
): Promise<EmbeddedPostgres> {
  const options = { ...NAMING, dataDir, purpose, log: (line: string) => log.push(line), settings };
  const postgres = await openEmbeddedPostgres({ ...options, ...(pausesMs && { pausesMs }) });
  opened.push(postgres);
  return postgres;
}

async function openElsewhere(purpose: Purpose): Promise<{
  process: ChildProcess;
  answer: Connection & { refusal?: string };
}> {
  const args = ['--input-type=module', '-e', OTHER_PROCESS, BUILT.href, dataDir, purpose];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  processes.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, answer: JSON.parse(line.toString()) };
}

async function finish(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.stdin?.end();
    await once(child, 'exit');
  }
}

async function query(connection: Connection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function eventually(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) {
      throw new Error(`It never came about that ${what}.`);
    }
    await sleep(10);
  }
}

function answers(connection: Connection): Promise<boolean> {
  return query(connection, 'select 1').then(() => true);
}

const clusterDir = () => path.join(dataDir, 'postgres');

async function postmasterPid(): Promise<number> {
  const { pid } = (await readPostmaster(clusterDir()))!;
  return pid;
}

const restarts = () => log.filter((line) => line.includes('answers again')).length;

/** Kills PostgreSQL and returns when this process has replaced it. */
async function killPostgres(): Promise<void> {
  const before = restarts();
  process.kill(await postmasterPid(), 'SIGKILL');
  await eventually('PostgreSQL is back', async () => restarts() > before);
}

/** The log lines about a PostgreSQL that is down. */
const complaints = () => log.filter((line) => line.startsWith('PostgreSQL is down: '));

describe('an embedded PostgreSQL', () => {
  test('starts in an empty folder, keeps its data across a restart, and leaves no process running', async () => {
    dataDir = path.join(folder, `o'ne "two"`);
    // The remains of an interrupted process.
    await mkdir(path.join(dataDir, `postgres.new-${NO_PID}-half`, 'base'), { recursive: true });
    const first = await open('server', {});
    expect(await query(first.connection, 'show server_encoding')).toEqual(['UTF8']);
    expect(await query(first.connection, 'show fsync')).toEqual(['on']);
    expect(await query(first.connection, "select lower('ÉCLAIR')")).toEqual(['éclair']);
    expect((await stat(first.connection.host)).mode & 0o077).toBe(0);
    await query(first.connection, 'create table shoes as select 42 as size');
    const pid = await postmasterPid();
    await first.stop();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await readdir(dataDir)).toEqual(['postgres']);

    const second = await open('server', { work_mem: '9MB' });
    expect(second.connection).toEqual(first.connection);
    expect(await query(second.connection, 'select size from shoes')).toEqual([42]);
    expect(await query(second.connection, 'show work_mem')).toEqual(['9MB']);
  });

  test('works in a folder with a long and unusual name', async () => {
    dataDir = path.join(folder, `o'ne, "two" $three ${'é'.repeat(50)}`);
    await copyModel();
    const { connection } = await open('server');
    expect(await answers(connection)).toBe(true);
    await rm(connection.host, { recursive: true });
  });

  test('refuses a folder with a line break in its name', async () => {
    dataDir = path.join(folder, 'one\ntwo');
    await expect(open('server')).rejects.toThrow(
      new EmbeddedPostgresError(
        `SHOEBOX_DIR ${JSON.stringify(dataDir)} cannot be used: it has a line break.`,
      ),
    );
  });

  test('quotes the reason of PostgreSQL for a failed start', async () => {
    await copyModel();
    await expect(open('server', { ...FAST, no_such_setting: '1' })).rejects.toThrow(
      /cannot be used on .*\n.*unrecognized configuration parameter "no_such_setting"/s,
    );
  });
});

describe('two processes on one folder', () => {
  test('a second server is refused with a sentence, and the first is unaffected', async () => {
    await copyModel();
    const first = await open('server');
    const second = await openEmbeddedPostgres({ ...NAMING, dataDir, purpose: 'server', log: () => {} }).catch(
      (e) => e,
    );
    expect(second).toBeInstanceOf(EmbeddedPostgresError);
    expect(second.message).toBe(
      `Another Shoebox server is running on ${dataDir}: stop it first, or give this one another SHOEBOX_DIR.`,
    );
    expect(await answers(first.connection)).toBe(true);
    expect(restarts()).toBe(0);
  });

  test('a tool joins a running server and leaves it running', async () => {
    await copyModel();
    const server = await openElsewhere('server');
    const pid = await postmasterPid();
    const tool = await open('tool');
    expect(tool.connection).toEqual(server.answer);
    await tool.stop();
    expect(await postmasterPid()).toBe(pid);
    expect(await answers(server.answer)).toBe(true);
  });

  test('a tool that had joined restarts it after the server that started it is killed', async () => {
    await copyModel();
    const server = await openElsewhere('server');
    const killed = await postmasterPid();
    const tool = await open('tool');
    server.process.kill('SIGKILL');
    await eventually('the tool has started it', async () => {
      return (await postmasterPid()) !== killed && answers(tool.connection);
    });
    await tool.stop();
    expect(await readPostmaster(clusterDir())).toBeUndefined();
  });

  test('a server and tools that start at the same time on an empty folder share one PostgreSQL', async () => {
    const [one, two, three] = await Promise.all([
      openElsewhere('server'),
      openElsewhere('server'),
      openElsewhere('tool'),
    ]);
    const refusals = [one, two].flatMap(({ answer }) => answer.refusal ?? []);
    expect(refusals).toEqual([expect.stringContaining('Another Shoebox server is running')]);
    // The refused process may have started it.
    await eventually('it answers', () => answers(three.answer));
    expect(await query(three.answer, 'select count(*)::int from pg_database')).toEqual([4]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });
});

describe('after a crash', () => {
  test('PostgreSQL ends when its server is killed, and the next server starts at once', async () => {
    await copyModel();
    const server = await openElsewhere('server');
    await query(server.answer, 'create table shoes as select 43 as size');
    const pid = await postmasterPid();
    server.process.kill('SIGKILL');
    const next = await open('server');
    expect(await query(next.connection, 'select size from shoes')).toEqual([43]);
    await eventually('the first PostgreSQL is gone', async () => !(await isPostgresOn(clusterDir(), pid)));
  });

  test('a killed PostgreSQL is restarted automatically in the same place, repeatedly', async () => {
    await copyModel();
    const { connection } = await open('server');
    await query(connection, 'create table shoes as select 44 as size');
    await killPostgres();
    await killPostgres();
    expect(await query(connection, 'select size from shoes')).toEqual([44]);
    // It is still the only server of its folder.
    const locks = "select count(*)::int from pg_locks where locktype = 'advisory'";
    expect(await query(connection, locks)).toEqual([1]);
  });

  test('a PostgreSQL with one killed process is replaced by a new one', async () => {
    await copyModel();
    const { connection } = await open('server');
    const before = await postmasterPid();
    const checkpointer = "select pid from pg_stat_activity where backend_type = 'checkpointer'";
    // PostgreSQL answers before this process has entered itself.
    let pid: unknown;
    await eventually('it has a checkpointer', async () => {
      [pid] = await query(connection, checkpointer);
      return pid !== undefined;
    });
    process.kill(pid as number, 'SIGKILL');
    await eventually('PostgreSQL is back', async () => restarts() === 1);
    expect(await answers(connection)).toBe(true);
    expect(await postmasterPid()).not.toBe(before);
  });

  // As one that waits for a lock of a killed process: it never learns that its PostgreSQL has ended.
  test.runIf(process.platform === 'linux')(
    'PostgreSQL is restarted although one of its processes is stuck',
    async () => {
      await copyModel();
      const { connection } = await open('server');
      const stuck = new pg.Client(connection);
      stuck.on('error', () => {});
      await stuck.connect();
      const { rows } = await stuck.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]?.pid as number, 'SIGSTOP');
      await killPostgres();
      expect(await answers(connection)).toBe(true);
    },
  );

  test('a tool that had joined is reconnected, too', async () => {
    await copyModel();
    await openElsewhere('server');
    const tool = await open('tool');
    await killPostgres();
    expect(await answers(tool.connection)).toBe(true);
  });

  test.each([
    ['a process that has ended', NO_PID],
    ['a process that is now another program', process.pid],
  ])('PostgreSQL starts although the lock files name %s', async (_, pid) => {
    await copyModel();
    const socketDir = path.join(clusterDir(), 'socket');
    const lock = `${pid}\n${clusterDir()}\n1700000000\n5432\n${socketDir}\n\n 1234 5678\nready\n`;
    await writeFile(path.join(clusterDir(), 'postmaster.pid'), lock);
    await writeFile(path.join(socketDir, '.s.PGSQL.5432.lock'), lock);
    expect(await answers((await open('server')).connection)).toBe(true);
  });

  test('PostgreSQL starts despite empty lock files', async () => {
    await copyModel();
    const longAgo = new Date(Date.now() - 60_000);
    for (const lock of ['postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
      await writeFile(path.join(clusterDir(), lock), '');
      await utimes(path.join(clusterDir(), lock), longAgo, longAgo);
    }
    expect(await answers((await open('server')).connection)).toBe(true);
  });
});

describe('a PostgreSQL that cannot be restarted', () => {
  const starts = async () =>
    (await readFile(path.join(clusterDir(), 'postgres.log'), 'utf8')).split('incompatible').length - 1;

  test('is retried, reports the problem once, and is back when it is solved', async () => {
    await copyModel();
    const pausesMs = [0, 10, 20];
    const { connection } = await open('server', FAST, pausesMs);
    const version = path.join(clusterDir(), 'PG_VERSION');
    const right = await readFile(version);
    await writeFile(version, '9.6\n');
    process.kill(await postmasterPid(), 'SIGKILL');
    await eventually('it was retried more often than there are pauses', async () => (await starts()) > 5);
    expect(restarts()).toBe(0);
    await writeFile(version, right);
    await eventually('PostgreSQL is back', async () => restarts() === 1);
    expect(await answers(connection)).toBe(true);
    expect(complaints()).toEqual([
      'PostgreSQL is down: database files are incompatible with server. Shoebox keeps trying to start it until it is up again.',
    ]);
  });

  test('does not prevent a stop', async () => {
    await copyModel();
    const postgres = await open('server', FAST, [0, 1_000_000]);
    await writeFile(path.join(clusterDir(), 'PG_VERSION'), '9.6\n');
    process.kill(await postmasterPid(), 'SIGKILL');
    await eventually('it was reported', async () => complaints().length === 1);
    await postgres.stop();
  });
});

/** Only root can create a small disk, and not in every container. */
async function mountSmallDisk(place: string): Promise<boolean> {
  await mkdir(place);
  const mounting = promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=128m,mode=755', 'tmpfs', place]);
  return mounting.then(
    () => true,
    () => false,
  );
}

describe.runIf(isRoot)('on a full disk', () => {
  test('PostgreSQL goes down, the log reports the sizes, and it is back once there is space', async (context) => {
    const disk = path.join(folder, 'disk');
    if (!(await mountSmallDisk(disk))) {
      context.skip('nothing can be mounted here');
    }
    try {
      dataDir = path.join(disk, 'data');
      await copyModel();
      const { connection } = await open('server', { ...FAST, min_wal_size: '32MB' }, [0, 20, 50]);
      await query(connection, 'create table shoes (size integer)');
      await query(connection, 'insert into shoes values (47)');
      const ballast = path.join(disk, 'ballast');
      await promisify(execFile)('sh', ['-c', 'cat /dev/zero >"$1" 2>/dev/null; test -s "$1"', 'sh', ballast]);
      await eventually('there is no space for its log', async () => {
        await query(connection, 'insert into shoes values (48); select pg_switch_wal()').catch(() => {});
        return complaints().length > 0;
      });
      expect(complaints()[0]).toMatch(
        new RegExp(
          `^PostgreSQL is down: the disk of ${clusterDir()} is full: \\d+ MB are free, and PostgreSQL needs 16 MB or more\\.`,
        ),
      );
      await rm(ballast);
      await eventually('PostgreSQL is back', async () => restarts() > 0 && answers(connection));
      expect(await query(connection, 'select count(*)::int from shoes where size = 47')).toEqual([1]);
    } finally {
      await Promise.all(opened.map((postgres) => postgres.stop()));
      // Processes of a PostgreSQL that failed to start end a moment later.
      await eventually('nothing uses the disk', () => promisify(execFile)('umount', [disk]).then(() => true));
    }
  });
});

describe.runIf(isRoot)('a user unknown to the system', () => {
  const NOBODY_AT_ALL = 54_321;

  async function openAs(uid: number): Promise<string> {
    await promisify(execFile)('chown', ['-R', `${uid}:${uid}`, folder]);
    const args = ['--input-type=module', '-e', OTHER_PROCESS, BUILT.href, dataDir, 'server'];
    const child = spawn(process.execPath, args, { uid, gid: uid, stdio: ['pipe', 'pipe', 'ignore'] });
    processes.push(child);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return JSON.parse(line.toString()).refusal ?? 'it runs';
  }

  test('is refused with a sentence when the database must be created', async () => {
    expect(await openAs(NOBODY_AT_ALL)).toBe(
      `PostgreSQL makes its database only for a user that the system knows, and user ${NOBODY_AT_ALL} has no line in ` +
        '/etc/passwd: add one, start Shoebox as another user, or set SHOEBOX_URL to a PostgreSQL that already runs.',
    );
  });

  test('can use an existing database', async () => {
    await copyModel();
    expect(await openAs(NOBODY_AT_ALL)).toBe('it runs');
  });
});

describe.runIf(isRoot)('for root, which PostgreSQL refuses', () => {
  test('a cluster in a closed folder is made elsewhere, and found again', async () => {
    await chmod(folder, 0o700);
    const first = await open('server');
    const note = await readFile(path.join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8');
    elsewhere = note.trimEnd().split('\n').at(-1)!;
    expect(elsewhere).toMatch(/^\/var\/lib\/embedded_postgres_test\/[0-9a-f]{16}$/);
    expect(log).toContainEqual(expect.stringContaining(`the database is in ${elsewhere}`));
    await query(first.connection, 'create table shoes as select 46 as size');
    await first.stop();
    const second = await open('server');
    expect(await query(second.connection, 'select size from shoes')).toEqual([46]);
    await second.stop();

    await rm(elsewhere, { recursive: true });
    await expect(open('server')).rejects.toThrow(
      `says that the database is in ${elsewhere}, but there is none`,
    );
  });
});
