import type { NotificationSettings, Notifications } from '@perkex/contract/notifications.js';
import type { MailKind } from '@perkex/core/notifications/notifications.js';
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { readAgain } from './read-again.js';
import { SaveQueues } from './save-queue.js';

/** The number of unread notifications. */
export function unreadQuery(userId: string) {
  return callQuery(['unreadNotices', userId], { enabled: userId !== '' });
}

/** The user's notifications, newest first, page by page. */
export function notificationsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['notices', userId],
    queryFn: ({ pageParam, signal }) =>
      call('notices', { query: pageParam === null ? {} : { before: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** The kinds of notifications that also come by mail. */
export function notificationSettingsQuery(userId: string) {
  return callQuery(['noticeSettings', userId], {
    enabled: userId !== '',
    // The e-mail may have been verified in another tab.
    refetchOnWindowFocus: true,
  });
}

/** Marks a notification and all older ones as read. Updates the cache. */
export async function markRead(client: QueryClient, userId: string, id: string): Promise<void> {
  const answer = await call('readNotices', { body: { uid: userId, upTo: id } });
  client.setQueryData(unreadQuery(userId).queryKey, answer);
  client.setQueryData(notificationsQuery(userId).queryKey, (data) => data && withRead(data, id));
}

type Pages = InfiniteData<Notifications>;

/** The ids of notifications sort by time. */
function withRead(data: Pages, id: string): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      notices: page.notices.map((notice) => (notice.id <= id ? { ...notice, isRead: true } : notice)),
    })),
  };
}

/** The mail setting by kind of notification. */
const mailSaves = new SaveQueues<boolean>();

/** The user's unsaved mail setting for a kind. */
export function useMailChoice(kind: MailKind): boolean | undefined {
  return mailSaves.useNewest(kind);
}

/**
 * Turns the mails for a kind of notification on or off.
 * @returns null if there is a newer choice (`SaveQueues.save`)
 * @throws RefusalError, ConnectionError
 */
export function chooseNotificationMail(
  client: QueryClient,
  userId: string,
  kind: MailKind,
  isOn: boolean,
): Promise<string | null> {
  const { queryKey } = notificationSettingsQuery(userId);
  return mailSaves.save(client, kind, isOn, {
    async send() {
      const answer = await call('noticeMail', { body: { uid: userId, kind, isOn } });
      client.setQueryData(
        queryKey,
        (settings): NotificationSettings | undefined =>
          settings && { ...settings, kinds: { ...settings.kinds, [kind]: isOn } },
      );
      return answer;
    },
    refresh: () => readAgain(client, queryKey),
  });
}
