import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import type { DealNews } from '@perkex/core/deals/deal-news.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import type { Fact } from '../mail/letter.js';
import { readParcels } from './parcels-from-us.js';

const NEWS_OF_PARCELS: readonly DealNews[] = ['sent', 'returning', 'parcel-corrected'];

interface NotificationOfDeal {
  readonly productId: number;
  readonly side: Side;
  readonly dealId: string | null;
  readonly dealNews: DealNews | null;
}

/** The tracking number of a parcel from us, in the mails to the party that gets it. Other mails have no facts. */
export async function parcelFacts(
  pool: pg.Pool,
  { productId, side, dealId, dealNews }: NotificationOfDeal,
): Promise<Fact[]> {
  if (dealId === null || dealNews === null || !NEWS_OF_PARCELS.includes(dealNews)) {
    return [];
  }
  const party = side === 'ask' ? 'seller' : 'buyer';
  const parcels = await readParcels(pool, { productId, id: dealId });
  const parcel = parcels.findLast(({ receiver }) => receiver === party);
  return parcel
    ? [
        { label: 'Carrier', value: CARRIER_FACTS[parcel.carrier].name },
        { label: 'Tracking number', value: parcel.trackingNumber },
      ]
    : [];
}
