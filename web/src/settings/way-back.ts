import type { UserData } from '@perkex/contract/user-data.js';
import { isReady } from '@perkex/core/panels/panel.js';
import { useQueryClient } from '@tanstack/react-query';
import type { UnfinishedOrder } from '../api/orders.js';
import { buyer, seller, userDataQuery } from '../api/user-data.js';
import { forgetUnfinishedOrder } from '../orders/stored-orders.js';
import { isFromPanel, panelOf, readUnfinishedOrder } from '../orders/unfinished-order.js';
import { missingSentence } from '../products/missing-sentence.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { useDashboardUserId } from '../user/user.js';

/**
 * Goes back to the panel that led to the settings, once they have everything that its order needs.
 * @returns true if it goes back
 */
export function useWayBack(): () => boolean {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    const order = isFromPanel(state) ? readUnfinishedOrder() : null;
    const data = client.getQueryData(userDataQuery(userId).queryKey);
    if (order === null || settingsObstacle(order, data) !== null) {
      return false;
    }
    forgetUnfinishedOrder();
    const panel = panelOf(order);
    navigate(panel.to, { replace: true, state: panel.state });
    return true;
  };
}

/** The setting that the order still needs; null if nothing is missing. */
export function settingsObstacle({ flow }: UnfinishedOrder, data: UserData | undefined): string | null {
  const trader = flow === 'sell' ? seller(true, data) : buyer(true, data);
  return isReady(trader) ? null : missingSentence(trader.missing);
}
