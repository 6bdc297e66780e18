import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from './deal-key.js';

/** A parcel from us, with the party that gets it. */
export interface ParcelTo extends DealKey {
  readonly receiver: Party;
}

const PARCELS = new RowSet<ParcelTo>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  receiver: [text, ({ receiver }) => receiver],
});

/** SQL: a column of an address. That of an erased user counts, also if a late request has created empty settings. */
const address = (column: string) => `coalesce(kept.${column}, account.${column})`;

/** The address of an erased user is kept by their pseudonym, which their trades get in the minutes after. */
const READ_RECEIVERS = statement({
  name: 'read-receivers-of-parcels',
  text: `with receiver as materialized (
           select trade.id, case parcel.receiver when 'buyer' then trade.buyer_id else trade.seller_id end as user_id
           from ${PARCELS.as('parcel')}
           join trades as trade on trade.product_id = parcel.product_id and trade.id = parcel.id
         )
         select receiver.id, ${address('name')} as name, ${address('surname')} as surname, ${address('street')} as street,
           ${address('street_number')} as "streetNumber", ${address('zip')} as zip, ${address('city')} as city,
           ${address('country')} as country, ${address('phone')} as phone
         from receiver
         left join accounts as account on account.user_id = receiver.user_id
         left join departures as departure on departure.user_id = receiver.user_id
         left join erasure_remains as kept on kept.pseudonym = coalesce(departure.pseudonym, receiver.user_id)
         where ${address('name')} is not null`,
  row: {
    id: uuid,
    name: text,
    surname: text,
    street: text,
    streetNumber: text,
    zip: text,
    city: text,
    country: text,
    phone: text,
  },
});

export type ReceiverRow = RowOf<typeof READ_RECEIVERS>;

/** The names and addresses of those who get parcels, by the ids of the deals. Only these addresses are read. */
export async function readReceivers(
  client: pg.Pool | Transaction,
  parcels: readonly ParcelTo[],
): Promise<Map<string, ReceiverRow>> {
  const rows = await READ_RECEIVERS.rows(client, PARCELS.values(parcels));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The lines of the receivers' addresses by the ids of the deals. */
export async function readSendTo(
  pool: pg.Pool,
  parcels: readonly ParcelTo[],
): Promise<Map<string, string[]>> {
  const receivers = await readReceivers(pool, parcels);
  return new Map(
    [...receivers].map(([id, { name, surname, street, streetNumber, zip, city, country }]) => {
      const lines = [[name, surname], [street, streetNumber], [zip, city], [country]];
      return [id, lines.map((parts) => parts.join(' ').trim()).filter((line) => line !== '')];
    }),
  );
}

/** SQL: the pair of a `deal` is at the desk, and goes back to its seller. */
export const IS_TO_RETURN = `deal.parcel_out = 'none'
    and (deal.state = 'rejected' or (deal.state in ('lost', 'cancelled', 'closed')
    and (deal.parcel_in = 'arrived' or deal.is_pair_here) and deal.payout = 'none'))`;

/** The same of a pair whose deal was cancelled on its way to us, unless it has got lost since. */
const IS_ON_ITS_WAY = `deal.state = 'cancelled' and deal.parcel_in in ('announced', 'moving', 'late')
    and deal.payout = 'none' and deal.at > now() - interval '30 days'`;

const HAS_PAIR_TO_RETURN = statement({
  name: 'has-pair-to-return',
  text: `select deal.id from deals as deal
         where deal.product_id = any($1::int4[]) and deal.id = any($2::uuid[])
           and (${IS_TO_RETURN} or ${IS_ON_ITS_WAY})
         limit 1`,
  row: { id: uuid },
});

/** True while a pair of these deals is to go back to its seller, also of those that have ended. */
export async function hasPairToReturn(pool: pg.Pool, deals: readonly DealKey[]): Promise<boolean> {
  return (await HAS_PAIR_TO_RETURN.row(pool, DEAL_KEYS.values(deals))) !== undefined;
}
