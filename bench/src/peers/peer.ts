import type { Address } from '../load/http-connection.js';
import type { ReadRequest } from '../load/load.js';

/** What every shop that is compared is filled with. */
export interface ShopSize {
  readonly products: number;
  readonly sizesPerProduct: number;
}

/** A new and empty database for a peer, on the PostgreSQL that ours runs on. */
export interface PeerDatabase {
  /** The folder of the socket. */
  readonly socket: string;
  readonly user: string;
  readonly name: string;
}

/** Another shop, filled and serving. */
export interface Peer {
  readonly address: Address;
  readonly readings: readonly PeerReading[];
  close(): Promise<void>;
}

export interface PeerReading {
  readonly what: 'list' | 'product';
  /** What the peer is asked for. */
  readonly asked: string;
  readonly requests: readonly ReadRequest[];
  /** What stands in each answer, and how often: an answer of GraphQL may be an error with status 200. */
  readonly holds: { readonly text: string; readonly count: number };
}

export interface PeerShop {
  /** Also the name of its folder below bench/peers. */
  readonly name: 'vendure' | 'medusa';
  readonly title: string;
  /** @param folder where it is installed */
  open(folder: string, database: PeerDatabase, size: ShopSize): Promise<Peer>;
}
