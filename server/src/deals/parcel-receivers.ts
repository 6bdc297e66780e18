import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { DealKey } from './deal-key.js';

/** A parcel from us, with the party that gets it. */
export interface ParcelTo extends DealKey {
  readonly receiver: Party;
}

const PARCELS = new RowSet<ParcelTo>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  receiver: [text, ({ receiver }) => receiver],
});

const READ_RECEIVERS = statement({
  name: 'read-receivers-of-parcels',
  text: `select trade.id, account.name, surname, street, street_number as "streetNumber", zip, city, country, phone
         from ${PARCELS.as('parcel')}
         join trades as trade on trade.product_id = parcel.product_id and trade.id = parcel.id
         join accounts as account
           on account.user_id = case parcel.receiver when 'buyer' then trade.buyer_id else trade.seller_id end`,
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

/** The names and addresses of those who get parcels, by the ids of the deals. Only these addresses are read. */
export async function readReceivers(
  pool: pg.Pool,
  parcels: readonly ParcelTo[],
): Promise<Map<string, RowOf<typeof READ_RECEIVERS>>> {
  const rows = await READ_RECEIVERS.rows(pool, PARCELS.values(parcels));
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
