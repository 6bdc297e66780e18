import type { QueuePlaceRow } from '@perkex/contract/queue-places.js';
import type { OrderRow } from '@perkex/contract/user-data.js';
import { callQuery } from './call-query.js';
import { orderName } from './order-name.js';

/** The server's limit. Equals `MAX_PLACES` of the contract, whose import would add its schemas to the bundle. */
const MAX_PLACES = 25;

/** The places of these open orders of the user in their queues: a query for each request. */
export function queuePlacesQueries(userId: string, rows: readonly Pick<OrderRow, 'id' | 'productId'>[]) {
  const orders = rows.flatMap((row) => (row.productId === null ? [] : orderName(row)));
  const requests = Math.ceil(orders.length / MAX_PLACES);
  return Array.from({ length: requests }, (_, index) =>
    queuePlacesQuery(userId, orders.slice(index * MAX_PLACES, (index + 1) * MAX_PLACES).join()),
  );
}

function queuePlacesQuery(userId: string, orders: string) {
  return callQuery(['queuePlaces', userId, orders], { query: { orders } });
}

/** The places by the names of the orders. */
export function placesById(
  answers: readonly { readonly data: readonly QueuePlaceRow[] | undefined }[],
): ReadonlyMap<string, QueuePlaceRow> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((place) => [orderName(place), place] as const)));
}
