import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from '../src/database/connect.js';
import { openMarketPostgres } from '../src/database/market-postgres.js';

/** The data here is temporary. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off' };

/** A PostgreSQL server for one test, which can be stopped and started again. */
export class OwnPostgres {
  private stopPostgres: (() => Promise<void>) | null = null;

  private constructor(
    private readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Creates and starts an empty one. */
  static async open(): Promise<OwnPostgres> {
    const postgres = new OwnPostgres(await newFolder(), SETTINGS);
    await postgres.start();
    return postgres;
  }

  /** Starts a standby of this one: made from a base backup, and fed over a connection. */
  async openStandby(): Promise<OwnPostgres> {
    const database = this.connect();
    const client = await database.pool.connect();
    const dataDir = await newFolder();
    const cluster = path.join(dataDir, 'postgres');
    await client.query(`select pg_backup_start('standby', fast => true)`);
    execFileSync('cp', ['-a', path.join(this.dataDir, 'postgres'), cluster]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    client.release();
    await database.close();
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
    await rm(path.join(cluster, 'socket'), { recursive: true, force: true });
    const owner = await stat(cluster);
    for (const [name, content] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      await writeFile(path.join(cluster, name), content);
      await chown(path.join(cluster, name), owner.uid, owner.gid);
    }
    const socketDir = path.join(this.dataDir, 'postgres', 'socket');
    const conninfo = `host=${socketDir} port=5432 user=perkex`;
    const standby = new OwnPostgres(dataDir, { ...SETTINGS, primary_conninfo: conninfo });
    await standby.start();
    return standby;
  }

  connect(): Database {
    const host = path.join(this.dataDir, 'postgres', 'socket');
    return connectDatabase({ host, port: 5432, user: 'perkex', database: 'perkex' }, () => {});
  }

  async start(): Promise<void> {
    const { dataDir, settings } = this;
    const { stop } = await openMarketPostgres({ dataDir, purpose: 'tool', log: () => {}, settings });
    this.stopPostgres = stop;
  }

  async stop(): Promise<void> {
    await this.stopPostgres?.();
    this.stopPostgres = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-test-'));
  await chmod(folder, 0o755); // run as root, PostgreSQL is another user and has to reach it
  return folder;
}
