import type { Carrier } from '@perkex/core/deals/carriers.js';

/** The receiver of a parcel, as they have saved their address. */
export interface Receiver {
  readonly name: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly phone: string;
}

/** An offer to carry a parcel. */
export interface Rate {
  readonly id: string;
  readonly carrier: Carrier;
  /** Such as `12.40 USD`. */
  readonly price: string;
}

/** A shipment at the service: with a label once it was paid for, or soon after. */
export interface Shipment {
  readonly id: string;
  readonly isPaid: boolean;
  /** The cheapest offer of the carriers that we know; null if there is none. */
  readonly rate: Rate | null;
  readonly label: {
    readonly address: string;
    readonly carrier: Carrier | null;
    readonly trackingNumber: string | null;
    readonly price: string;
  } | null;
}

/** The service refuses a request for ever: the same one again would be refused, too. */
export class LabelRefusal extends Error {
  override readonly name = 'LabelRefusal';
}

/** A service that sells labels. Without one, members enter the numbers of labels by hand. */
export interface LabelPort {
  /** The shipment with a reference; null if there is none. */
  find(reference: string): Promise<Shipment | null>;
  create(reference: string, to: Receiver): Promise<Shipment>;
  look(id: string): Promise<Shipment>;
  /** Pays for a shipment. It may have been paid for even if this fails. */
  buy(id: string, rate: Rate): Promise<void>;
  /** The picture of a label, as PNG. */
  fetchLabel(address: string): Promise<Buffer>;
}
