import type { DealState } from '@perkex/core/deals/deal.js';
import { RESERVATION_MS, type Reservation, reservationOf } from '@perkex/core/verification/reservation.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import { float8, int4, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';

const READ_RESERVATIONS = statement({
  name: 'read-pair-reservations',
  text: `select number, member, ${msOf('at')} as "atMs"
         from pair_reservations where product_id = $1 and deal_id = $2 order by number desc limit 10`,
  row: { number: int4, member: text, atMs: float8 },
});

const ADD_RESERVATION = statement({
  name: 'add-pair-reservation',
  text: `insert into pair_reservations (product_id, deal_id, number, member, at)
         values ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))`,
});

const READ_RESERVED = statement({
  name: 'read-reserved-pairs',
  text: `select distinct on (product_id, deal_id) deal_id as id, member
         from pair_reservations
         where product_id = any($1::int4[]) and at > to_timestamp($2::float8 / 1000)
         order by product_id, deal_id, number desc`,
  row: { id: uuid, member: text },
});

/** True if members check the pairs of deals in this state. */
export function canBeReserved(state: DealState | undefined): boolean {
  return state === 'received' || state === 'objectable';
}

/** The members who have reserved pairs of these deals, by the id of the deal. */
export async function readReserved(
  pool: pg.Pool,
  keys: readonly DealKey[],
  nowMs: number,
): Promise<ReadonlyMap<string, string>> {
  const productIds = [...new Set(keys.map(({ productId }) => productId))];
  const rows = await READ_RESERVED.rows(pool, [productIds, nowMs - RESERVATION_MS]);
  return new Map(rows.map(({ id, member }) => [id, member]));
}

/** The reservation of a pair that runs now; null for none. */
export async function readReservation(
  client: pg.Pool | pg.ClientBase,
  { productId, id }: DealKey,
  nowMs: number,
): Promise<Reservation | null> {
  return reservationOf(await READ_RESERVATIONS.rows(client, [productId, id]), nowMs);
}

/** Reserves a pair for a member. The caller has locked its deal. */
export async function addReservation(
  tx: Transaction,
  { productId, id }: DealKey,
  member: string,
  nowMs: number,
): Promise<void> {
  const [last] = await READ_RESERVATIONS.rows(tx, [productId, id]);
  await ADD_RESERVATION.run(tx, [productId, id, (last?.number ?? 0) + 1, member, nowMs]);
}
