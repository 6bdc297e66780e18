import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { newDataFolder } from '@perkex/bench/market/data-folder.js';
import { Balancer } from '@perkex/bench/servers/balancer.js';
import { RunningServer } from '@perkex/bench/servers/running-server.js';
import { SECRET, type TestApp } from '../../../server/test/test-app.js';
import { databaseUrl } from '../../../server/test/test-database.js';

/** Identifies the visitor of a browser; requests without it go to any of the servers in turn. */
export const VISITOR_HEADER = 'x-visitor';

export interface OtherServersOptions {
  readonly app: TestApp;
  /** The address of this process's app. */
  readonly appUrl: string;
  /** The number of further processes. */
  readonly count: number;
  /** The port of the shop, on which the balancer in front of all servers listens. */
  readonly port: number;
  /** Settings for the other processes, where this process's app differs from the defaults. */
  readonly settings: NodeJS.ProcessEnv;
}

export interface OtherServers {
  readonly urls: readonly string[];
  end(): Promise<void>;
}

/** Starts server processes on the database of an app, and a balancer in front of all. */
export async function startOtherServers(options: OtherServersOptions): Promise<OtherServers> {
  const { app, appUrl, count, port, settings } = options;
  const dataDir = await newDataFolder('e2e');
  await mkdir(app.outbox, { recursive: true });
  await symlink(app.outbox, path.join(dataDir, 'outbox'));
  const servers: RunningServer[] = [];
  for (let number = 0; number < count; number += 1) {
    servers.push(
      await RunningServer.start(dataDir, {
        DATABASE_URL: databaseUrl(app.database),
        AUTH_SECRET: SECRET,
        PUBLIC_URL: `http://localhost:${port}`,
        TRUST_PROXY: 'on',
        DEMO: '0',
        REQUIRE_EMAIL_PROOF: 'off',
        ...settings,
      }),
    );
  }
  const urls = servers.map(({ url }) => url);
  const balancer = await Balancer.start(
    { host: 'localhost', port, urls: [appUrl, ...urls] },
    ({ headers }) => {
      const visitor = headers[VISITOR_HEADER];
      return typeof visitor === 'string' ? visitor : null;
    },
  );
  return {
    urls,
    async end() {
      await balancer.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
