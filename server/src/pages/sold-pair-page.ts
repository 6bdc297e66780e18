import { orderIdField } from '@perkex/contract/fields.js';
import type { SoldPair } from '@perkex/contract/sold-pairs.js';
import { dayAt } from '@perkex/core/figures/days.js';
import { salesOf } from '../cache/cache-tags.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { readSoldPair } from '../sales/read-sold-pair.js';
import { missingPage, type Page, plainPage, title } from './page.js';
import type { PagePlan } from './page-plan.js';
import type { Site } from './site.js';

/** The plan of the page of a sale; null for an address that no sale can have. */
export function planSoldPair(
  site: Site,
  replicaReads: ReplicaReads,
  id: string,
  sale: string,
): PagePlan | null {
  const { data: saleId } = orderIdField.safeParse(sale);
  if (!/^[1-9]\d{0,9}$/.test(id) || saleId === undefined) {
    return null;
  }
  return {
    key: `/sold/${id}/${saleId}`,
    follows: [salesOf(Number(id))],
    async read() {
      const pair = await replicaReads.read((pool) => readSoldPair(pool, Number(id), saleId));
      return pair === null ? unknownSoldPairPage(site) : soldPairPage(site, pair, saleId);
    },
  };
}

/** The page of a sold pair, which its buyer or seller has shared. It names neither. */
function soldPairPage(site: Site, pair: SoldPair, sale: string): Page {
  const id = String(pair.productId);
  const page = plainPage('soldPair', site, { id, sale });
  const { name, size, price, date } = pair;
  return {
    ...page,
    head: {
      ...page.head,
      title: title(`${name} in size ${size}, sold for ${price}$`),
      description: `A pair of ${name} in size ${size} was sold for ${price}$ on ${dayAt(Date.parse(date))} on PerkeX.`,
      picture: `/drawings/${id}/sold/${sale}.png`,
    },
    firstScreen: { soldPair: pair },
  };
}

/** The page for an address without a sale. */
export function unknownSoldPairPage(site: Site): Page {
  const page = plainPage('soldPair', site, { id: '0', sale: '0' });
  return missingPage(page, 'No such sale', 'There is no sale at this address.', { soldPair: null });
}
