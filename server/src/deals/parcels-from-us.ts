import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import { CARRIERS, type Carrier, type Parcel } from '@perkex/core/deals/carriers.js';
import type { Party } from '@perkex/core/deals/deal.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { int4, oneOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from './deal-key.js';

/** A parcel that a member has sent. */
export interface ParcelFromUs extends Parcel {
  /** The version of the step that named it. */
  readonly version: number;
  readonly receiver: Party;
}

const SAVE_PARCEL = statement({
  name: 'save-parcel-from-us',
  text: `insert into parcels_from_us (product_id, deal_id, version, receiver, carrier, tracking_number)
         values ($1, $2, $3, $4, $5, $6)`,
});

const READ_PARCELS = statement({
  name: 'read-parcels-from-us',
  text: `select version, receiver, carrier, tracking_number as "trackingNumber"
         from parcels_from_us where product_id = $1 and deal_id = $2 order by version`,
  row: {
    version: int4,
    receiver: oneOf<Party>(DEAL_PARTIES),
    carrier: oneOf<Carrier>(CARRIERS),
    trackingNumber: text,
  },
});

const REMOVE_PARCELS = statement({
  name: 'remove-parcels-from-us',
  text: `delete from parcels_from_us
         where product_id = any($1::int4[]) and deal_id = any($2::uuid[]) and receiver = $3`,
});

/** Saves the parcel of a step, in its transaction. Such a step notifies the receiver, and no other party. */
export async function saveParcel(
  tx: Transaction,
  { productId, id }: DealKey,
  { deal: { version }, notifications }: Stepped,
  { carrier, trackingNumber }: Parcel,
): Promise<void> {
  const receiver = notifications.some(({ to }) => to === 'buyer') ? 'buyer' : 'seller';
  await SAVE_PARCEL.run(tx, [productId, id, version, receiver, carrier, trackingNumber]);
}

/** The parcels that we have sent of a deal, oldest first. A later one corrects those before it. */
export function readParcels(
  client: pg.Pool | Transaction,
  { productId, id }: DealKey,
): Promise<ParcelFromUs[]> {
  return READ_PARCELS.rows(client, [productId, id]);
}

/** Removes the parcels to an erased party, from deals that have ended. */
export async function removeParcels(
  pool: pg.Pool,
  receiver: Party,
  deals: readonly DealKey[],
): Promise<void> {
  await REMOVE_PARCELS.run(pool, [...DEAL_KEYS.values(deals), receiver]);
}
