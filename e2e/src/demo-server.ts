import { rm } from 'node:fs/promises';
import { newDataFolder } from '@perkex/bench/market/data-folder.js';
import { RunningServer } from '@perkex/bench/servers/running-server.js';

/** A real server with the demonstration market. */
export interface DemoServer {
  readonly url: string;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** Starts one on a data folder of its own, whose market changes only by what the caller does. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = await newDataFolder('demo', 'demonstration market');
  try {
    const server = await RunningServer.start(dataDir, { DEMO_TRADING: 'off' });
    return { url: server.url, end: () => server.remove() };
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
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
