import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningServer } from '@perkex/bench/running-server.js';

/** A real server with the demonstration market. */
export interface DemoServer {
  readonly url: string;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** Starts one on a data folder of its own. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-demo-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, who needs access
    const server = await RunningServer.start(dataDir);
    return {
      url: server.url,
      async end() {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Runs a task against a demonstration market, which is stopped afterwards. */
export async function withDemoServer<Result>(task: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startDemoServer();
  try {
    return await task(server.url);
  } finally {
    await server.end();
  }
}
