import { createHash } from 'node:crypto';
import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import { receiverOfParcel } from '@perkex/core/deals/desk-steps.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import { type ParcelTo, type ReceiverRow, readReceivers } from '../deals/parcel-receivers.js';
import { readDeal } from '../deals/read-deal.js';
import { jobKind } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Maintenance } from '../process/maintenance.js';
import { countryCode } from './country-code.js';
import { type LabelPort, LabelRefusal, type Receiver, type Shipment } from './label-port.js';
import {
  askForLabel,
  deleteOldImages,
  endLabel,
  type HeldShipment,
  holdShipment,
  type LabelRow,
  readLabel,
  replaceShipment,
  saveLabel,
} from './label-rows.js';

/** Retried for about an hour. No key: the previous attempt may not be recorded as finished when the next one starts. */
const BUY_LABELS = jobKind({
  name: 'buy-label',
  data: z.object({ productId: z.number(), id: z.string(), receiver: z.enum(DEAL_PARTIES) }),
  retries: { attempts: 12, firstPauseSeconds: 5, longestPauseSeconds: 600 },
  atOnce: 2,
});

const DAY_MS = 24 * 60 * 60 * 1_000;
const STOPPED =
  'The service did not answer for an hour. Try again: a label that is paid for is not bought again.';

export interface ParcelLabelsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly port: LabelPort;
  /** The country of the desk. Parcels to others would need customs forms. */
  readonly country: string;
  readonly holidays: Holidays;
}

/**
 * Buys the labels of parcels from us, each once. A shipment at the service is stored before it is paid for, and only
 * that one is. So whatever is lost, killed or repeated after that, the next attempt finds it paid or unpaid. An unpaid
 * one is replaced once its receiver has another address.
 */
export class ParcelLabels {
  constructor(private readonly options: ParcelLabelsOptions) {
    options.jobs.register(BUY_LABELS, {
      work: (key) => this.buy(key),
      onGivenUp: (tx, key) => endLabel(tx, key, 'stopped', STOPPED),
    });
  }

  get maintenance(): Maintenance {
    const { pool } = this.options;
    const failure = 'the pictures of old labels were not deleted';
    return { work: () => deleteOldImages(pool), everyMs: DAY_MS, failure };
  }

  /**
   * Asks for a label, in a transaction that the caller commits. One that is being bought, or was for the address of
   * now, is asked for once.
   */
  async ask(tx: Transaction, key: ParcelTo): Promise<void> {
    if (await askForLabel(tx, key, await readAddressHash(tx, key))) {
      await this.options.jobs.send(tx, BUY_LABELS, key);
    }
  }

  /** @throws if the outcome is unknown: the next attempt looks at the shipment first */
  async buy(key: ParcelTo): Promise<void> {
    const { pool, port } = this.options;
    const row = await readLabel(pool, key);
    if (row?.state !== 'buying') {
      return;
    }
    try {
      const shipment = await this.paidShipment(key, row);
      if (shipment === null) {
        return;
      }
      if (shipment.label === null) {
        throw new Error(`The shipment ${shipment.id} is paid for, and has no label yet.`);
      }
      await saveLabel(pool, key, row.attempt, shipment.label, await port.fetchLabel(shipment.label.address));
    } catch (error) {
      if (!(error instanceof LabelRefusal)) {
        throw error;
      }
      await endLabel(pool, key, 'refused', error.message);
    }
  }

  /** The shipment of the label, paid for once; null if another one has replaced it. */
  private async paidShipment(key: ParcelTo, row: LabelRow): Promise<Shipment | null> {
    const { pool, port } = this.options;
    const { attempt, shipmentId, addressHash } = row;
    const found = shipmentId === null ? await this.findOrCreate(key, attempt) : { shipmentId, addressHash };
    const held = await holdShipment(pool, key, attempt, found);
    if (held === null) {
      return null;
    }
    const id = held.shipmentId;
    const shipment = await port.look(id);
    if (shipment.isPaid) {
      return shipment;
    }
    if (held.addressHash !== (await readAddressHash(pool, key))) {
      await replaceShipment(pool, key, attempt);
      await this.buy(key);
      return null;
    }
    await this.requireUnsent(key);
    if (!shipment.rate) {
      throw new LabelRefusal('No carrier offers to take this parcel. Is the address complete?');
    }
    try {
      await port.buy(id, shipment.rate);
    } catch (error) {
      // Refused because it is paid for already, perhaps by a request whose answer was lost.
      const after = error instanceof LabelRefusal ? await port.look(id) : null;
      if (!after?.isPaid) {
        throw error;
      }
      return after;
    }
    return port.look(id);
  }

  private async findOrCreate(key: ParcelTo, attempt: number): Promise<HeldShipment> {
    const { pool, port } = this.options;
    const saved = (await readReceivers(pool, [key])).get(key.id);
    const to = this.receiver(saved);
    const addressHash = addressHashOf(saved);
    // An earlier attempt may have created a shipment to another address, and lost the answer.
    const reference = `perkex-${key.id}-${key.receiver}-${attempt}-${addressHash.slice(0, 8)}`;
    const { id } = (await port.find(reference)) ?? (await port.create(reference, to));
    return { shipmentId: id, addressHash };
  }

  /** @throws LabelRefusal once the pair is on its way, or is to stay */
  private async requireUnsent(key: ParcelTo): Promise<void> {
    const { pool, holidays } = this.options;
    const stored = await readDeal(pool, key);
    const moment = { nowMs: await databaseTime(pool), holidays };
    if (!stored || receiverOfParcel(stored.deal, '', moment) !== key.receiver) {
      throw new LabelRefusal('The pair cannot be sent now.');
    }
  }

  /** Only the receiver's address goes to the service, never that of the other party. */
  private receiver(saved: ReceiverRow | undefined): Receiver {
    const { country: own } = this.options;
    if (!saved || saved.street === '') {
      throw new LabelRefusal('The user has saved no address.');
    }
    const { name, surname, street, streetNumber, zip, city, phone } = saved;
    const country = countryCode(saved.country);
    if (country !== own) {
      throw new LabelRefusal(`The address is not in ${own}. Parcels to other countries need customs forms.`);
    }
    return {
      name: `${name} ${surname}`.trim(),
      street: `${street} ${streetNumber}`.trim(),
      zip,
      city,
      country,
      phone,
    };
  }
}

/** The hash of the receiver's name and address as they are saved now. */
export async function readAddressHash(client: pg.Pool | Transaction, key: ParcelTo): Promise<string> {
  return addressHashOf((await readReceivers(client, [key])).get(key.id));
}

/** Without the phone number, which no label shows. */
function addressHashOf(saved: ReceiverRow | undefined): string {
  const { name, surname, street, streetNumber, zip, city, country } = saved ?? {};
  const lines = [name, surname, street, streetNumber, zip, city, country];
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex');
}
