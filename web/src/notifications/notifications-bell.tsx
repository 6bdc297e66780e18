import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { unreadQuery } from '../api/notifications.js';
import { isJustConfirmed, PLACE_ORDER_KEY } from '../api/orders.js';
import { useUserId } from '../identity/session/auth-store.js';
import { announceLive } from '../live/announce.js';
import { useOwnLive } from '../live/use-live.js';
import { IconButton } from '../ui/button.js';
import { showSuccess } from '../ui/toast.js';
import { useDisclosure } from '../ui/use-disclosure.js';
import { NotificationList } from './notification-list.js';
import { unreadText } from './notification-text.js';

/** The number of unread notifications, and the button that opens them. */
export function NotificationsBell() {
  const unread = useUnread(useUserId());
  const { isOpen, close, place, panelId, button } = useDisclosure();
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unreadText(unread)} unread`;
  return (
    <div ref={place} className="md:relative">
      <IconButton name={name} {...button} className="relative">
        <Bell aria-hidden />
        {unread === 0 ? null : (
          <span
            aria-hidden
            className="absolute top-1 left-1/2 max-[24.375rem]:right-0 max-[24.375rem]:left-auto min-w-5 rounded-full bg-volt px-1 text-center text-xs/5 font-bold text-night"
          >
            {unreadText(unread)}
          </span>
        )}
      </IconButton>
      {isOpen ? <NotificationList id={panelId} onClose={close} /> : null}
    </div>
  );
}

/** Follows the user's stream. New notifications are announced to screen readers; a lower count is not. */
function useUnread(userId: string): number {
  const client = useQueryClient();
  const query = unreadQuery(userId);
  const { data } = useQuery(query);
  useOwnLive({
    onTrade(trade) {
      const { side, name, size, price } = trade;
      // An order of this tab that trades at once has its own toast.
      if (client.isMutating({ mutationKey: PLACE_ORDER_KEY }) === 0 && !isJustConfirmed(trade, Date.now())) {
        const what = side === 'ask' ? 'sold' : 'bought';
        showSuccess(`You ${what} ${name}, size ${size} for ${priceText(dollarsToCents(price))}.`);
      }
    },
    onNotification({ unread }) {
      const before = client.getQueryData(query.queryKey)?.unread;
      client.setQueryData(query.queryKey, { unread });
      if (before !== undefined && unread > before) {
        announceLive(
          unread === 1 ? 'You have a notification.' : `You have ${unreadText(unread)} unread notifications.`,
        );
      }
    },
  });
  return data?.unread ?? 0;
}
