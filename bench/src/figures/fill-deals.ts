import type { Database } from '@perkex/server/database/connect.js';
import type { SignedUp } from '../market/accounts.js';
import { quieten, withoutTimeLimit } from '../market/bench-market.js';

/** Below all real sizes and time-ordered ids, so that no new trade collides with them. */
const TRADES = `insert into trades (product_id, id, size, seq, ask_seq, bid_seq, seller_id, buyer_id, price_cents,
    seller_total_cents, buyer_total_cents, platform_cents, traded_at)
  select 1 + number % $2::int, ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'filled',
    2 * number + 2, 2 * number + 1, 2 * number + 2, ($3::text[])[1 + number % cardinality($3::text[])],
    ($4::text[])[1 + number % cardinality($4::text[])], 20000, 16500, 21600, 5100,
    now() - interval '30 days' + number * interval '1 second'
  from generate_series(0, $1::int - 1) as number`;

const DEALS = `insert into deals (product_id, id, is_relisting, is_pair_here, first_method, first_due_at, version, at,
    state, payment, payout, parcel_in, parcel_out, ending, method, paid_out_cents, collected_cents, hash)
  select product_id, id, true, false, 'card', traded_at, 10, traded_at, 'complete', 'held', 'sent', 'arrived',
    'arrived', 'complete', 'card', 16500, 21600, '\\x00'
  from trades where size = 'filled'`;

const LINES = `insert into money_lines (deal_id, user_id, kind, product_id, place, cents, at)
  select trade.id, line.user_id, line.kind, trade.product_id, 'paid', line.cents, trade.traded_at
  from trades as trade cross join lateral (
    values (trade.buyer_id, 'spent', 21600), (trade.seller_id, 'paid-out', 16500)
  ) as line (user_id, kind, cents)
  where trade.size = 'filled'`;

const SUMS = `insert into money_sums as total (user_id, spent_cents, paid_out_cents)
  select user_id, coalesce(sum(cents) filter (where kind = 'spent'), 0),
    coalesce(sum(cents) filter (where kind = 'paid-out'), 0)
  from money_lines as line join trades as trade on trade.product_id = line.product_id and trade.id = line.deal_id
  where trade.size = 'filled' group by user_id
  on conflict (user_id) do update set spent_cents = total.spent_cents + excluded.spent_cents,
    paid_out_cents = total.paid_out_cents + excluded.paid_out_cents`;

/** Adds this many complete deals between these traders, with their money. Their events are left out. */
export async function fillDeals(
  database: Database,
  count: number,
  { traders, products }: { readonly traders: readonly SignedUp[]; readonly products: number },
): Promise<void> {
  const sellers = traders.filter((_, place) => place % 2 === 0).map(({ uid }) => uid);
  const buyers = traders.filter((_, place) => place % 2 === 1).map(({ uid }) => uid);
  await withoutTimeLimit(database, async (client) => {
    await client.query(TRADES, [count, products, sellers, buyers]);
    for (const statement of [DEALS, LINES, SUMS]) {
      await client.query(statement);
    }
  });
  await quieten(database);
}
