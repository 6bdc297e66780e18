import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@perkex/server/database/connect.js';
import { databaseUrl, withDataDatabase } from '../market/data-folder.js';
import { freePort } from '../processes/free-port.js';
import { until } from '../processes/until.js';

const SERVER_MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const PACKAGE = new URL('../../../package.json', import.meta.url);
/** The flags that `npm start` gives to Node. */
const NODE_FLAGS: string[] = JSON.parse(readFileSync(PACKAGE, 'utf8')).scripts.start.match(/--\S+/g) ?? [];
const UP_TIMEOUT_MS = 240_000;
const POLL_MS = 20;

/** The processes to kill. */
export type Victim = 'server' | 'PostgreSQL';

/** A real server process on its own data folder, which can be killed and restarted. */
export class RunningServer {
  private process: ChildProcess | null = null;
  private printed = '';
  /** The time that its last start took, until it was healthy. */
  startMs = 0;
  /** The PostgreSQL process that is to be killed. */
  private killedPostmaster = 0;

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  static async start(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
    const server = new RunningServer(dataDir, await freePort('127.0.0.1'), settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** The memory of its process, in megabytes; a question mark where the system does not report it. */
  async memoryMb(): Promise<string> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
    return kilobytes === undefined ? '?' : String(Math.round(Number(kilobytes) / 1024));
  }

  /** Its embedded PostgreSQL as another server's DATABASE_URL. */
  databaseUrl(): Promise<string> {
    return this.withDatabase(async ({ address }) => databaseUrl(address));
  }

  async start(): Promise<void> {
    this.printed = '';
    const beganAtMs = performance.now();
    const child = spawn(process.execPath, [...NODE_FLAGS, SERVER_MAIN], {
      env: {
        ...process.env,
        PORT: String(this.port),
        PUBLIC_URL: this.url,
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
        DEMO: '1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.printed += chunk;
      });
    }
    this.process = child;
    await this.untilHealthy();
    this.startMs = performance.now() - beganAtMs;
  }

  /**
   * Finds the processes to kill.
   * @returns a function that sends kill -9 to all of them before it returns. All processes of PostgreSQL die: one that
   * survived would finish the commits that the kill should interrupt.
   */
  async aimAt(victim: Victim): Promise<() => void> {
    const pids = victim === 'server' ? [this.process?.pid ?? 0] : await this.postgresPids();
    return () => {
      for (const pid of pids) {
        killIfAlive(pid);
      }
    };
  }

  /** After the kill of `aimAt`: resolves when the victim is dead and its successor works. */
  async untilRecovered(victim: Victim): Promise<void> {
    if (victim === 'server') {
      await this.untilEnded();
      await this.start();
      return;
    }
    await this.untilAnotherPostgres();
    await this.untilHealthy();
  }

  /** Sends kill -9 to the server in whatever state; its PostgreSQL then exits on its own. */
  async kill(): Promise<void> {
    this.process?.kill('SIGKILL');
    await this.untilEnded();
  }

  /** Kills it and removes its data folder, when neither is needed any longer: faster than a stop. */
  async remove(): Promise<void> {
    await this.kill();
    // PostgreSQL exits on its own.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }

  /** Stops it as a system would. @returns the exit code */
  async stop(): Promise<number | null> {
    this.process?.kill('SIGTERM');
    await this.untilEnded();
    return this.process?.exitCode ?? null;
  }

  /** Resolves when the server reports that it and its database are healthy. */
  async untilHealthy(): Promise<void> {
    const failure = () => `The server is not up. It printed:\n${this.printed}`;
    await until(
      async () => {
        if (this.process?.exitCode !== null) {
          throw new Error(failure());
        }
        return this.isHealthy();
      },
      { timeoutMs: UP_TIMEOUT_MS, pollMs: POLL_MS, failure },
    );
  }

  /** Lends a connection to the server's database, closed before any kill: no tool restarts PostgreSQL. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    return withDataDatabase(this.dataDir, work);
  }

  private async postgresPids(): Promise<number[]> {
    this.killedPostmaster = await this.postmasterPid();
    const { rows } = await this.withDatabase(({ pool }) =>
      pool.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()'),
    );
    return [this.killedPostmaster, ...rows.map(({ pid }) => pid)];
  }

  private async postmasterPid(): Promise<number> {
    const pidFile = path.join(this.dataDir, 'postgres', 'postmaster.pid');
    return Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  }

  private untilAnotherPostgres(): Promise<void> {
    return until(
      async () => {
        const pid = await this.postmasterPid();
        return pid > 0 && pid !== this.killedPostmaster;
      },
      {
        timeoutMs: UP_TIMEOUT_MS,
        pollMs: POLL_MS,
        failure: () => `PostgreSQL did not come back. The server printed:\n${this.printed}`,
      },
    );
  }

  private async untilEnded(): Promise<void> {
    const child = this.process;
    if (child && child.exitCode === null && child.signalCode === null) {
      await once(child, 'exit');
    }
  }

  private async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health`)).ok;
    } catch {
      return false;
    }
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
