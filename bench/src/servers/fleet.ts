import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { connectDatabase, type Database } from '@perkex/server/database/connect.js';
import { openMarketPostgres } from '@perkex/server/database/market-postgres.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { publishProducts } from '@perkex/server/products/publish-products.js';
import type { TradedProduct } from '../crash/traders.js';
import { newDataFolder } from '../data-folder.js';
import { databaseUrl } from '../database-url.js';
import { freePort } from '../free-port.js';
import { RunningServer } from '../running-server.js';
import { type FrontProxy, startProxy } from './proxy.js';

const HOST = '127.0.0.1';

export interface FleetOptions {
  readonly count: number;
  /** Settings in addition to those of every test's server. */
  readonly settings?: NodeJS.ProcessEnv;
}

/** Several server processes on one PostgreSQL, behind a proxy. */
export class Fleet {
  private constructor(
    readonly url: string,
    readonly servers: readonly RunningServer[],
    readonly proxy: FrontProxy,
    /** The folder of the mails from all servers. */
    readonly outbox: string,
    private readonly database: Database,
    private readonly closeAll: () => Promise<void>,
  ) {}

  static async start({ count, settings = {} }: FleetOptions): Promise<Fleet> {
    const closing: (() => Promise<unknown>)[] = [];
    const closeAll = async () => {
      for (const close of closing.reverse()) {
        await close();
      }
    };
    try {
      const dataDir = await newDataFolder('servers', 'empty market');
      closing.push(() => rm(dataDir, { recursive: true, force: true }));
      const postgres = await openMarketPostgres({ dataDir, purpose: 'tool', log: () => {} });
      closing.push(() => postgres.stop());
      const database = connectDatabase(postgres.connection, () => {}, { hasTimeLimits: false });
      closing.push(() => database.close());
      const port = await freePort(HOST);
      const url = `http://${HOST}:${port}`;
      const environment = {
        DATABASE_URL: databaseUrl(postgres.connection),
        AUTH_SECRET: randomUUID(),
        PUBLIC_URL: url,
        TRUST_PROXY: 'on',
        DEMO: '0',
        ...settings,
      };
      const servers: RunningServer[] = [];
      closing.push(() => Promise.all(servers.map((server) => server.kill())));
      for (let number = 0; number < count; number += 1) {
        servers.push(await RunningServer.start(dataDir, environment));
      }
      const proxy = await startProxy({ host: HOST, port, urls: servers.map((server) => server.url) });
      closing.push(() => proxy.stop());
      return new Fleet(url, servers, proxy, path.join(dataDir, 'outbox'), database, closeAll);
    } catch (error) {
      await closeAll();
      throw error;
    }
  }

  /** Lends a connection to the shared database. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    return work(this.database);
  }

  /** Creates products with these names, each in these sizes. */
  async createProducts(names: readonly string[], sizes: readonly string[]): Promise<TradedProduct[]> {
    const wanted = names.map((name) => ({
      name,
      brand: 'Test',
      retailPriceCents: null,
      releaseDate: null,
      sizes,
    }));
    const idOfName = await transaction(this.database.pool, async (tx) => {
      const ids = await createProducts(tx, wanted);
      await publishProducts(tx, [...ids.values()], randomUUID);
      return ids;
    });
    return names.map((name) => ({ id: idOfName.get(name) ?? 0, name, sizes }));
  }

  stop(): Promise<void> {
    return this.closeAll();
  }
}
