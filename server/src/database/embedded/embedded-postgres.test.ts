import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, EmbeddedPostgresError, openEmbeddedPostgres } from './embedded-postgres.js';
import { isAlive, isPostgresOn, readPostmaster } from './postmaster.js';

type Connection = EmbeddedPostgres['connection'];
type Purpose = 'server' | 'tool';

/** More than a system gives out. */
const NO_PID = 4_194_305;

const isRoot = process.getuid?.() === 0;
const BUILT = new URL('../../../dist/database/embedded/embedded-postgres.js', import.meta.url);

/** Another PerkeX process: opens, says where on its standard output, and stops when its standard input closes. */
const OTHER_PROCESS = `
  const [module, dataDir, purpose] = process.argv.slice(1);
  const { openEmbeddedPostgres } = await import(module);
  try {
    const log = (line) => process.stderr.write(line + '\\n');
    const postgres = await openEmbeddedPostgres({ dataDir, purpose, log });
    process.stdout.write(JSON.stringify(postgres.connection) + '\\n');
    for await (const _ of process.stdin);
    await postgres.stop();
  } catch (error) {
    process.stdout.write(JSON.stringify({ refusal: error.message }) + '\\n');
  }
`;

/** A folder with a cluster in it, from which most tests get theirs. */
let model: string;
let folder: string;
let dataDir: string;
let log: string[];
let opened: EmbeddedPostgres[];
let processes: ChildProcess[];
let elsewhere: string | undefined;

beforeAll(async () => {
  model = await makeFolder();
  const options = { dataDir: path.join(model, 'data'), log: () => {} };
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
  const made = await mkdtemp(path.join(tmpdir(), 'perkex-test-'));
  // Root's PostgreSQL runs as another account, which a folder of mkdtemp would keep out.
  await chmod(made, 0o755);
  return made;
}

async function copyModel(): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(model, 'data'), dataDir]);
}

async function open(purpose: Purpose, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir, purpose, log: (line) => log.push(line), settings });
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
  const deadline = Date.now() + 15_000;
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

/** Kills PostgreSQL and returns when this process has another one in its place. */
async function killPostgres(): Promise<void> {
  const before = restarts();
  process.kill(await postmasterPid(), 'SIGKILL');
  await eventually('PostgreSQL is back', async () => restarts() > before);
}

describe('an embedded PostgreSQL', () => {
  test('starts in an empty folder, keeps its data over a restart, and leaves nothing running', async () => {
    // What somebody left behind who was interrupted here.
    await mkdir(path.join(dataDir, `postgres.new-${NO_PID}-half`, 'base'), { recursive: true });
    const first = await open('server');
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

  test('can be in a folder with a long and strange name', async () => {
    dataDir = path.join(folder, `o'ne, "two" $three ${'é'.repeat(50)}`);
    await copyModel();
    const { connection } = await open('server');
    expect(await answers(connection)).toBe(true);
    await rm(connection.host, { recursive: true });
  });

  test('says with the words of PostgreSQL why it cannot start', async () => {
    await copyModel();
    await expect(open('server', { no_such_setting: '1' })).rejects.toThrow(
      /cannot be used on .*\n.*unrecognized configuration parameter "no_such_setting"/s,
    );
  });
});

describe('two processes on one folder', () => {
  test('a second server is refused with a sentence, and the first does not notice', async () => {
    await copyModel();
    const first = await open('server');
    const second = await openEmbeddedPostgres({ dataDir, purpose: 'server', log: () => {} }).catch((e) => e);
    expect(second).toBeInstanceOf(EmbeddedPostgresError);
    expect(second.message).toBe(
      `Another PerkeX server is running on ${dataDir}: stop it first, or give this one another DATA_DIR.`,
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

  test('when the server that started it is killed, a tool that had joined starts it again', async () => {
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

  test('a server and tools that start at once on an empty folder share one PostgreSQL', async () => {
    const [one, two, three] = await Promise.all([
      openElsewhere('server'),
      openElsewhere('server'),
      openElsewhere('tool'),
    ]);
    const refusals = [one, two].flatMap(({ answer }) => answer.refusal ?? []);
    expect(refusals).toEqual([expect.stringContaining('Another PerkeX server is running')]);
    // The refused one may have been the one that had started it.
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

  test('a PostgreSQL that is killed comes back by itself in the same place, and again', async () => {
    await copyModel();
    const { connection } = await open('server');
    await query(connection, 'create table shoes as select 44 as size');
    await killPostgres();
    await killPostgres();
    expect(await query(connection, 'select size from shoes')).toEqual([44]);
    // It is still the one server of its folder.
    const locks = "select count(*)::int from pg_locks where locktype = 'advisory'";
    expect(await query(connection, locks)).toEqual([1]);
  });

  test('a tool that had joined gets it back as well', async () => {
    await copyModel();
    await openElsewhere('server');
    const tool = await open('tool');
    await killPostgres();
    expect(await answers(tool.connection)).toBe(true);
  });

  test.each([
    ['a process that is gone', NO_PID],
    ['another process by now', process.pid],
  ])('it starts where the lock files name %s', async (_, pid) => {
    await copyModel();
    const socketDir = path.join(clusterDir(), 'socket');
    const lock = `${pid}\n${clusterDir()}\n1700000000\n5432\n${socketDir}\n\n 1234 5678\nready\n`;
    await writeFile(path.join(clusterDir(), 'postmaster.pid'), lock);
    await writeFile(path.join(socketDir, '.s.PGSQL.5432.lock'), lock);
    expect(await answers((await open('server')).connection)).toBe(true);
  });
});

describe.runIf(isRoot)('for root, whom PostgreSQL refuses', () => {
  test('a cluster in a closed folder is made elsewhere, and found again', async () => {
    await chmod(folder, 0o700);
    const first = await open('server');
    const note = await readFile(path.join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8');
    elsewhere = note.trimEnd().split('\n').at(-1)!;
    expect(elsewhere).toMatch(/^\/var\/lib\/perkex\/[0-9a-f]{16}$/);
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
