import type { OrderRow } from '@perkex/contract/user-data.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { RefusalError } from '../api/call.js';
import { orderName } from '../api/order-name.js';
import { userDataQuery } from '../api/user-data.js';
import { PAST_TRADES_PATHS } from '../links/past-trades-paths.js';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { showLastingWarning } from '../ui/toast.js';
import { useDashboardUserId } from '../user/user.js';

/**
 * For an ask that its seller removes because the pair was sold elsewhere (orders-beyond, "Sold elsewhere"): if it sold
 * here in that moment, the seller is warned until they look at the sale, with the steps that are still possible.
 */
export function useSoldHere(row: Pick<OrderRow, 'id' | 'productId' | 'name' | 'size'>) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const navigate = useNavigate();
  const hasWarned = useRef(false);

  async function openSale(): Promise<void> {
    const data = await client.fetchQuery(userDataQuery(userId));
    const deal = data.sales.find((sale) => orderName(sale) === orderName(row))?.deal ?? null;
    navigate(deal === null ? PAST_TRADES_PATHS.ask : paths.deal(deal));
  }

  return {
    /** True once the seller is warned: the refusal needs no other message. */
    hasWarned,
    warnOfSale(error: unknown): void {
      hasWarned.current = error instanceof RefusalError && error.code === 'already-traded';
      if (hasWarned.current) {
        showLastingWarning({
          key: `sold ${orderName(row)}`,
          text: 'This pair has just sold here. If you no longer have it, open the sale: it shows what you can still do.',
          note: `${row.name}, size ${row.size}`,
          button: 'See the sale',
          onPress: () => void openSale(),
        });
      }
    },
  };
}
