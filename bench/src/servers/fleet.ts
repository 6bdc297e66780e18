import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Database } from '@perkex/server/database/connect.js';
import { type BenchPostgres, openBenchPostgres } from '../market/bench-postgres.js';
import { type Content, databaseUrl } from '../market/data-folder.js';
import { addProducts, type TradedProduct } from '../market/products.js';
import { freePort } from '../processes/free-port.js';
import { CpuMeter } from '../report/cpu.js';
import { type FrontProxy, NO_PROXY, startProxy } from './proxy.js';
import { RunningServer } from './running-server.js';

const HOST = '127.0.0.1';

export interface FleetOptions {
  readonly count: number;
  /** False for servers that are only reached directly. */
  readonly hasProxy?: boolean;
  readonly content?: Exclude<Content, 'nothing'>;
  /** Fills the market before the first server starts, so that none misses the change. */
  readonly fill?: (database: Database) => Promise<unknown>;
  /** Settings in addition to those of every test's server. */
  readonly settings?: NodeJS.ProcessEnv;
}

/** Server processes on one PostgreSQL, which the measuring process runs. */
export class Fleet {
  private constructor(
    /** The address of the proxy, or else of the first server. */
    readonly url: string,
    readonly servers: readonly RunningServer[],
    readonly proxy: FrontProxy,
    /** The folder of the mails from all servers. */
    readonly outbox: string,
    readonly postgres: BenchPostgres,
    private readonly closeAll: () => Promise<void>,
  ) {}

  static async start(options: FleetOptions): Promise<Fleet> {
    const { count, hasProxy = true, content = 'empty market', fill, settings = {} } = options;
    const closing: (() => Promise<unknown>)[] = [];
    const closeAll = async () => {
      for (const close of closing.reverse()) {
        await close();
      }
    };
    try {
      const postgres = await openBenchPostgres(content);
      closing.push(() => postgres.close());
      const { dataDir, market } = postgres;
      await fill?.(market);
      const port = await freePort(HOST);
      const proxyUrl = `http://${HOST}:${port}`;
      const environment = {
        DATABASE_URL: databaseUrl(market.address),
        AUTH_SECRET: randomUUID(),
        DEMO: content === 'demonstration market' ? '1' : '0',
        ...(hasProxy && { PUBLIC_URL: proxyUrl, TRUST_PROXY: 'on' }),
        ...settings,
      };
      const servers: RunningServer[] = [];
      closing.push(() => Promise.all(servers.map((server) => server.kill())));
      for (let number = 0; number < count; number += 1) {
        servers.push(await RunningServer.start(dataDir, environment));
      }
      const urls = servers.map((server) => server.url);
      const proxy = hasProxy ? await startProxy({ host: HOST, port, urls }) : NO_PROXY;
      closing.push(() => proxy.stop());
      const url = hasProxy ? proxyUrl : String(urls[0]);
      return new Fleet(url, servers, proxy, path.join(dataDir, 'outbox'), postgres, closeAll);
    } catch (error) {
      await closeAll();
      throw error;
    }
  }

  /** The first server; the only one of a fleet of one. */
  get server(): RunningServer {
    return this.servers[0] as RunningServer;
  }

  /** The shared database. */
  get database(): Database {
    return this.postgres.market;
  }

  /** Lends a connection to the shared database. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    return work(this.database);
  }

  /** Creates products with these names, each in these sizes. */
  createProducts(names: readonly string[], sizes: readonly string[]): Promise<TradedProduct[]> {
    return addProducts(this.database, names, sizes);
  }

  /** Starts counting the CPU time of the servers and their PostgreSQL. */
  meterCpu(): Promise<CpuMeter> {
    return CpuMeter.start(
      this.servers.map(({ pid }) => pid),
      this.database.pool,
    );
  }

  stop(): Promise<void> {
    return this.closeAll();
  }
}
