import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningServer } from '@perkex/bench/running-server.js';

/** Runs a task against a real server with the demonstration market, on a data folder that is removed afterwards. */
export async function withDemoServer<Result>(task: (url: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-demo-'));
  await chmod(dataDir, 0o755); // run as root, PostgreSQL is another user and has to reach it
  const server = await RunningServer.start(dataDir);
  try {
    return await task(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
