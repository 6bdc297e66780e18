import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.js';

const SERVER_MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const CLI_MAIN = fileURLToPath(new URL('../../../server/dist/cli/main.js', import.meta.url));
const UP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** A real server process on a data folder of its own, which can be killed and started again. */
export class RunningServer {
  private process: ChildProcess | null = null;
  private printed = '';

  private constructor(
    private readonly dataDir: string,
    private readonly port: number,
  ) {}

  static async start(dataDir: string): Promise<RunningServer> {
    const server = new RunningServer(dataDir, await freePort('127.0.0.1'));
    await server.start();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.printed = '';
    const child = spawn(process.execPath, [SERVER_MAIN], {
      env: { ...process.env, ...this.environment(), RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        this.printed += chunk;
      });
    }
    this.process = child;
    await this.untilHealthy();
  }

  /** kill -9 of the server itself. */
  async kill(): Promise<void> {
    const child = this.process;
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  /** kill -9 of its PostgreSQL. @returns the pid that was killed */
  async killPostgres(): Promise<number> {
    const pidFile = path.join(this.clusterDir(), 'postmaster.pid');
    const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** Ends it as a system would. @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.process;
    if (!child || child.exitCode !== null) {
      return child?.exitCode ?? null;
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    return child.exitCode;
  }

  /** Resolves when the server says that it and its database answer. */
  async untilHealthy(): Promise<void> {
    const deadlineMs = performance.now() + UP_TIMEOUT_MS;
    while (!(await this.isHealthy())) {
      if (this.process?.exitCode !== null || performance.now() > deadlineMs) {
        throw new Error(`The server is not up. It printed:\n${this.printed}`);
      }
      await pause(POLL_MS);
    }
  }

  /** Runs `perkex audit` on the same data folder. @returns its exit code and what it printed */
  async audit(): Promise<{ code: number | null; printed: string }> {
    const child = spawn(process.execPath, [CLI_MAIN, 'audit'], {
      env: { ...process.env, ...this.environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    child.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    await once(child, 'close');
    return { code: child.exitCode, printed };
  }

  private environment() {
    return {
      PORT: String(this.port),
      PUBLIC_URL: this.url,
      DATA_DIR: this.dataDir,
      DATABASE_URL: '',
      DEMO: '1',
    };
  }

  private clusterDir(): string {
    return path.join(this.dataDir, 'postgres');
  }

  private async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health`)).ok;
    } catch {
      return false;
    }
  }
}
