import { CARRIERS, type Carrier } from '@perkex/core/deals/carriers.js';
import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { type Column, int4, oneOf, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { DEAL_KEYS, type DealKey } from '../deals/deal-key.js';
import type { ParcelTo } from '../deals/parcel-receivers.js';

const LABEL_STATES = ['buying', 'bought', 'refused', 'stopped'] as const;

const bytes: Column<Buffer> = { type: 'bytea', isNullable: false };

const READ_LABEL = statement({
  name: 'read-parcel-label',
  text: `select state, reason, attempt, shipment_id as "shipmentId", address_hash as "addressHash", carrier, tracking_number as "trackingNumber", cost,
           image
         from parcel_labels where product_id = $1 and deal_id = $2 and receiver = $3`,
  row: {
    state: oneOf(LABEL_STATES),
    reason: orNull(text),
    attempt: int4,
    shipmentId: orNull(text),
    addressHash: orNull(text),
    carrier: orNull(oneOf<Carrier>(CARRIERS)),
    trackingNumber: orNull(text),
    cost: orNull(text),
    image: orNull(bytes),
  },
});
export type LabelRow = RowOf<typeof READ_LABEL>;

/** SQL: the label has another address than $4. Labels from before the hashes are trusted. */
const IS_TO_OTHER = `label.state = 'bought' and label.address_hash <> $4`;

/**
 * A shipment that was refused is replaced, and a label with an earlier address. Another shipment that may have been
 * paid for goes on.
 */
const ASK_FOR_LABEL = statement({
  name: 'ask-for-parcel-label',
  text: `insert into parcel_labels as label (product_id, deal_id, receiver, state) values ($1, $2, $3, 'buying')
         on conflict (product_id, deal_id, receiver) do update set state = 'buying', reason = null,
           attempt = label.attempt + case when label.state = 'stopped' then 0 else 1 end,
           shipment_id = case when label.state = 'stopped' then label.shipment_id end,
           carrier = null, tracking_number = null, cost = null, image = null, bought_at = null
         where label.state in ('refused', 'stopped') or (${IS_TO_OTHER})`,
});

const HOLD_SHIPMENT = statement({
  name: 'hold-shipment-of-label',
  text: `update parcel_labels set shipment_id = coalesce(shipment_id, $5),
           address_hash = case when shipment_id is null then $6 else address_hash end
         where product_id = $1 and deal_id = $2 and receiver = $3 and attempt = $4
         returning shipment_id as "shipmentId", address_hash as "addressHash"`,
  row: { shipmentId: orNull(text), addressHash: orNull(text) },
});

const REPLACE_SHIPMENT = statement({
  name: 'replace-shipment-of-label',
  text: `update parcel_labels set shipment_id = null, attempt = attempt + 1
         where product_id = $1 and deal_id = $2 and receiver = $3 and attempt = $4 and state = 'buying'`,
});

const SAVE_LABEL = statement({
  name: 'save-parcel-label',
  text: `update parcel_labels set state = 'bought', reason = null, carrier = $4, tracking_number = $5, cost = $6,
           image = $7, bought_at = now()
         where product_id = $1 and deal_id = $2 and receiver = $3 and state <> 'bought' and attempt = $8`,
});

const END_LABEL = statement({
  name: 'end-parcel-label',
  text: `update parcel_labels set state = $4, reason = $5
         where product_id = $1 and deal_id = $2 and receiver = $3 and state = 'buying'`,
});

const DELETE_IMAGES = statement({
  name: 'delete-images-of-labels',
  text: `update parcel_labels set image = null where image is not null and bought_at < now() - interval '30 days'`,
});

const REMOVE_ADDRESSES = statement({
  name: 'remove-addresses-of-labels',
  text: `update parcel_labels set image = null, carrier = null, tracking_number = null, address_hash = null
         where product_id = any($1::int4[]) and deal_id = any($2::uuid[]) and receiver = $3`,
});

const valuesOf = ({ productId, id, receiver }: ParcelTo) => [productId, id, receiver];

export async function readLabel(client: pg.Pool | Transaction, key: ParcelTo): Promise<LabelRow | null> {
  return (await READ_LABEL.row(client, valuesOf(key))) ?? null;
}

/** @returns false if it is being bought, or was for this address */
export async function askForLabel(tx: Transaction, key: ParcelTo, addressHash: string): Promise<boolean> {
  return (await ASK_FOR_LABEL.run(tx, [...valuesOf(key), addressHash])) > 0;
}

/** A shipment at the service, and the hash of its address; null for one from before the hashes. */
export interface HeldShipment {
  readonly shipmentId: string;
  readonly addressHash: string | null;
}

/** Stores the shipment, unless another one came first. @returns the only one that may be paid for */
export async function holdShipment(
  pool: pg.Pool,
  key: ParcelTo,
  attempt: number,
  { shipmentId, addressHash }: HeldShipment,
): Promise<HeldShipment | null> {
  const held = await HOLD_SHIPMENT.row(pool, [...valuesOf(key), attempt, shipmentId, addressHash]);
  return held?.shipmentId ? { shipmentId: held.shipmentId, addressHash: held.addressHash } : null;
}

/** Gives up an unpaid shipment of this attempt, so that the next one is created. */
export async function replaceShipment(pool: pg.Pool, key: ParcelTo, attempt: number): Promise<void> {
  await REPLACE_SHIPMENT.run(pool, [...valuesOf(key), attempt]);
}

/** Saves the label of this attempt, unless another one has replaced it. */
export async function saveLabel(
  pool: pg.Pool,
  key: ParcelTo,
  attempt: number,
  {
    carrier,
    trackingNumber,
    price,
  }: { readonly carrier: Carrier | null; readonly trackingNumber: string | null; readonly price: string },
  image: Buffer,
): Promise<void> {
  await SAVE_LABEL.run(pool, [...valuesOf(key), carrier, trackingNumber, price, image, attempt]);
}

export async function endLabel(
  client: pg.Pool | Transaction,
  key: ParcelTo,
  state: 'refused' | 'stopped',
  reason: string,
): Promise<void> {
  await END_LABEL.run(client, [...valuesOf(key), state, reason]);
}

/** Deletes the pictures of labels after 30 days, for they show addresses. It asks the labels of all products. */
export async function deleteOldImages(pool: pg.Pool): Promise<void> {
  await DELETE_IMAGES.run(pool);
}

/** Removes the picture and tracking number of labels for an erased party, from deals that have ended. */
export async function removeAddresses(
  pool: pg.Pool,
  receiver: Party,
  deals: readonly DealKey[],
): Promise<void> {
  await REMOVE_ADDRESSES.run(pool, [...DEAL_KEYS.values(deals), receiver]);
}
