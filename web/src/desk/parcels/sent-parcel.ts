import type { Parcel } from '@perkex/core/deals/carriers.js';

/** A parcel that was sent from this page. */
export interface SentParcel extends Parcel {
  readonly code: string;
  readonly name: string;
  readonly size: string;
}
