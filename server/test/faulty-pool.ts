import type pg from 'pg';

interface Query {
  /** Empty for a statement without a name. */
  readonly name: string;
  readonly text: string;
}

type Around = (client: pg.PoolClient, query: Query, run: () => Promise<pg.QueryResult>) => Promise<unknown>;

/** A pool that sends each statement of its connections through a function, which may spoil or record it. */
export function faultyPool(pool: pg.Pool, around: Around): pg.Pool {
  const connect = async () => faultyClient(await pool.connect(), around);
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') {
        return connect;
      }
      if (name === 'query') {
        return async (...args: [string]) => {
          const client = await connect();
          return client.query(...args).finally(() => client.release());
        };
      }
      return Reflect.get(target, name);
    },
  });
}

function faultyClient(client: pg.PoolClient, around: Around): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name === 'query') {
        return (...args: [string | Partial<Query>]) => {
          const [query] = args;
          const { name = '', text = '' } = typeof query === 'string' ? { text: query } : query;
          return around(target, { name, text }, () => target.query(...(args as [string])));
        };
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A pool whose connection dies at one of its statements, the first being 1, and the number of statements so far. */
export function dyingPool(
  pool: pg.Pool,
  at: number,
): { readonly pool: pg.Pool; readonly count: () => number } {
  let count = 0;
  const dying = faultyPool(pool, async (client, _query, run) => {
    count += 1;
    if (count === at) {
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    }
    return run();
  });
  return { pool: dying, count: () => count };
}
