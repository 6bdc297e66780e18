import type { Address } from '../load/http-connection.js';
import type { ReadRequest } from '../load/load.js';

/** The content of every shop in the comparison. */
export interface ShopSize {
  readonly products: number;
  readonly sizesPerProduct: number;
}

/** A new and empty database for a peer, on the same PostgreSQL as ours. */
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
  /** A description of the requests to the peer. */
  readonly asked: string;
  readonly requests: readonly ReadRequest[];
  /** A text that each answer must contain, and how often: a GraphQL answer with status 200 may be an error. */
  readonly holds: { readonly text: string; readonly count: number };
}

export interface PeerShop {
  /** Also the name of its folder below bench/peers. */
  readonly name: 'vendure' | 'medusa';
  readonly title: string;
  /** The package whose version is that of the shop. */
  readonly mainPackage: string;
  /** @param folder the folder where it is installed */
  open(folder: string, database: PeerDatabase, size: ShopSize): Promise<Peer>;
}
