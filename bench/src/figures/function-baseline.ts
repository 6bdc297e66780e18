import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@perkex/server/database/connect.js';
import pg from 'pg';
import { measureRate } from '../load/loop.js';
import { MIDDLE_DOLLARS, REACH_DOLLARS, SIZES_PER_PRODUCT, USER_COUNT } from '../market/bench-market.js';
import { runCommand } from '../processes/run-command.js';
import type { Load } from './queue-load.js';

/**
 * The baseline for the queue and the alternative design: one order per transaction, one call of a database function
 * that locks the book, matches the best opposite order and writes the same rows.
 */
const FUNCTION = `
create or replace function place_order(wanted_product integer, wanted_size text, wanted_user text, wanted_side text,
  wanted_cents integer) returns text language plpgsql as $$
declare
  book books;
  met orders;
  wanted_id uuid := gen_random_uuid();
  is_ask boolean := wanted_side = 'ask';
  next integer;
begin
  update books set seq = seq + 1 where product_id = wanted_product and size = wanted_size returning * into book;
  next := book.seq;
  perform 1 from accounts where user_id = wanted_user and payout is not null and payment is not null and street <> '';
  perform 1 from orders where user_id = wanted_user and order_id = wanted_id;
  perform 1 from refusals where user_id = wanted_user and order_id = wanted_id;
  if is_ask then
    select * into met from orders where product_id = wanted_product and size = wanted_size and status = 'open'
      and side = 'bid' order by price_cents desc, seq limit 1;
    if met.price_cents < wanted_cents then met := null; end if;
  else
    select * into met from orders where product_id = wanted_product and size = wanted_size and status = 'open'
      and side = 'ask' order by price_cents, seq limit 1;
    if met.price_cents > wanted_cents then met := null; end if;
  end if;
  if met.user_id = wanted_user then
    update books set seq = seq - 1 where product_id = wanted_product and size = wanted_size;
    return 'own-order';
  end if;
  insert into orders values (wanted_product, wanted_size, next, wanted_user, wanted_id, wanted_side, wanted_side,
    wanted_cents, case when met.seq is null then 'open' else 'traded' end, case when met.seq is null then null else next end,
    clock_timestamp(), met.price_cents);
  if met.seq is not null then
    update orders set status = 'traded', closed_seq = next
      where product_id = wanted_product and size = wanted_size and seq = met.seq;
    insert into trades values (wanted_product, gen_random_uuid(), wanted_size, next,
      case when is_ask then next else met.seq end, case when is_ask then met.seq else next end,
      case when is_ask then wanted_user else met.user_id end, case when is_ask then met.user_id else wanted_user end,
      met.price_cents, met.price_cents, met.price_cents, 0, clock_timestamp());
  end if;
  update books set
    lowest_ask_cents = (select price_cents from orders where product_id = wanted_product and size = wanted_size
      and status = 'open' and side = 'ask' order by price_cents, seq limit 1),
    highest_bid_cents = (select price_cents from orders where product_id = wanted_product and size = wanted_size
      and status = 'open' and side = 'bid' order by price_cents desc, seq limit 1),
    open_asks = open_asks + case when met.seq is null and is_ask then 1 when met.seq is not null and not is_ask then -1 else 0 end,
    open_bids = open_bids + case when met.seq is null and not is_ask then 1 when met.seq is not null and is_ask then -1 else 0 end,
    trades = trades + case when met.seq is null then 0 else 1 end
    where product_id = wanted_product and size = wanted_size;
  return 'ok';
end $$`;

/** The same setting as on the queue's connection: lookups by key even on new tables. */
const PLAN_BY_KEY = '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off';

/** For connecting, in addition to the measured time. */
const PGBENCH_TIMEOUT_MS = 60_000;

interface BaselineRate {
  readonly tool: string;
  /** Orders per second. */
  readonly perSecond: number;
}

/** Orders per second that the function places, with as many connections as the load has in flight. */
export async function measureFunction(database: Database, load: Load): Promise<BaselineRate> {
  await database.pool.query(FUNCTION);
  const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;
  return hasPgbench ? measureWithPgbench(database, load) : measureWithConnections(database, load);
}

async function measureWithPgbench({ address }: Database, load: Load): Promise<BaselineRate> {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-pgbench-'));
  const script = path.join(folder, 'place-order.sql');
  await writeFile(
    script,
    [
      `\\set book random(0, ${load.books - 1})`,
      `\\set product 1 + :book / ${SIZES_PER_PRODUCT}`,
      `\\set size 1 + :book % ${SIZES_PER_PRODUCT}`,
      `\\set user random(0, ${USER_COUNT - 1})`,
      '\\set is_ask random(0, 1)',
      `\\set cents 100 * random(${MIDDLE_DOLLARS - REACH_DOLLARS}, ${MIDDLE_DOLLARS + REACH_DOLLARS})`,
      `select place_order(:product, (:size)::text, 'user-' || :user, case (:is_ask)::int when 1 then 'ask' else 'bid' end, :cents);`,
    ].join('\n'),
  );
  try {
    const { host, port, user, database } = new pg.Client(address);
    const args = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${load.inFlight}`,
      '--jobs=2',
      `--time=${Math.max(1, Math.round(load.seconds))}`, // it accepts whole seconds only
      `--file=${script}`,
      `--host=${host}`,
      `--port=${port}`,
      `--username=${user}`,
      String(database),
    ];
    const { printed } = await runCommand('pgbench', args, {
      env: { ...process.env, PGOPTIONS: PLAN_BY_KEY },
      timeoutMs: load.seconds * 1_000 + PGBENCH_TIMEOUT_MS,
    });
    const rate = /tps = ([\d.]+)/.exec(printed)?.[1];
    if (rate === undefined) {
      throw new Error(`pgbench printed no rate:\n${printed}`);
    }
    return { tool: 'pgbench', perSecond: Number(rate) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same measurement from this process, where pgbench is not installed. */
async function measureWithConnections({ address }: Database, load: Load): Promise<BaselineRate> {
  const clients = await Promise.all(
    Array.from({ length: load.inFlight }, async () => {
      const client = new pg.Client({ ...address, options: PLAN_BY_KEY });
      await client.connect();
      return client;
    }),
  );
  const random = (limit: number) => Math.floor(Math.random() * limit);
  const rate = await measureRate({ connections: load.inFlight, seconds: load.seconds }, (place) => {
    const book = random(load.books);
    return (clients[place] as pg.Client).query({
      name: 'place-order',
      text: 'select place_order($1, $2, $3, $4, $5)',
      values: [
        1 + Math.floor(book / SIZES_PER_PRODUCT),
        String(1 + (book % SIZES_PER_PRODUCT)),
        `user-${random(USER_COUNT)}`,
        Math.random() < 0.5 ? 'ask' : 'bid',
        100 * (MIDDLE_DOLLARS - REACH_DOLLARS + random(2 * REACH_DOLLARS + 1)),
      ],
    });
  });
  await Promise.all(clients.map((client) => client.end()));
  return { tool: `${load.inFlight} connections`, perSecond: rate.perSecond };
}
