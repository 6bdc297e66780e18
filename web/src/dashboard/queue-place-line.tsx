import type { QueuePlaceRow } from '@perkex/contract/queue-places.js';
import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { useQueries } from '@tanstack/react-query';
import { placesById, queuePlacesQueries } from '../api/queue-places.js';
import { FAR_BACK_TEXT, queueText } from '../products/queue-text.js';
import { useDashboardUserId } from '../user/user.js';

/** The places of these orders in their queues, by their names. They follow the books (`useFollowedPrices`). */
export function useQueuePlaces(rows: readonly OpenOrderRow[]): ReadonlyMap<string, QueuePlaceRow> {
  const userId = useDashboardUserId();
  return useQueries({ queries: queuePlacesQueries(userId, rows), combine: placesById });
}

interface QueuePlaceLineProps {
  readonly side: Side;
  readonly row: OpenOrderRow;
  /** Undefined until it has loaded. */
  readonly place: QueuePlaceRow | undefined;
}

/** Shows the place of an open order in its queue. The space is reserved. */
export function QueuePlaceLine({ side, row: { price }, place }: QueuePlaceLineProps) {
  return price === null ? null : (
    <span className="min-h-5 text-sm/5 tabular-nums first-letter:uppercase">
      {place && textOf(side, place)}
    </span>
  );
}

function textOf(side: Side, { ahead, rank }: QueuePlaceRow): string {
  return ahead === null || rank === null ? FAR_BACK_TEXT : queueText(side, { ahead, rank });
}
