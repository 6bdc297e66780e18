import type { ShownNotification } from '@perkex/contract/notifications.js';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { markRead, notificationsQuery } from '../api/notifications.js';
import { readNextPage } from '../api/read-again.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { IconButton, PausableButton } from '../ui/button.js';
import { ErrorNotice, Spinner } from '../ui/states.js';
import { showWarning } from '../ui/toast.js';
import { NotificationItem } from './notification-item.js';

interface NotificationListProps {
  readonly id: string;
  readonly onClose: () => void;
}

/**
 * The user's notifications, beside the bell or, on small screens, in front of the page. Takes the focus when it opens.
 */
export function NotificationList({ id, onClose }: NotificationListProps) {
  const userId = useUserId();
  const client = useQueryClient();
  const query = notificationsQuery(userId);
  const pages = useInfiniteQuery(query);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    pages;
  const notices = data?.pages.flatMap((page) => page.notices);
  const isNew = useReadOnceShown(userId, notices);
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);

  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="z-40 flex flex-col bg-paper text-left outline-none max-md:fixed max-md:inset-0 md:absolute md:top-full md:right-0 md:mt-2 md:max-h-[min(36rem,calc(100dvh-5rem))] md:w-100 md:rounded-card md:border md:border-line md:shadow-xl"
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="mr-auto text-lg">
          Notifications
        </h2>
        <IconButton name="Close" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {notices ? (
          <Items notices={notices} isNew={isNew} onFollow={onClose} />
        ) : isError ? (
          <div className="p-4">
            <ErrorNotice onRetry={() => void refetch()}>Your notifications could not be loaded.</ErrorNotice>
          </div>
        ) : (
          <Spinner />
        )}
        {isFetchNextPageError ? (
          <p role="alert" className="px-4 pt-4">
            More could not be loaded.
          </p>
        ) : null}
        {hasNextPage ? (
          <PausableButton
            isPaused={isFetchingNextPage}
            className="m-4"
            onClick={() => void readNextPage(client, query.queryKey, fetchNextPage)}
          >
            Show older
          </PausableButton>
        ) : null}
      </div>
      <p className="border-t border-line px-4 text-sm">
        <Link
          to={paths.settings}
          onClick={onClose}
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Choose which also come by mail
        </Link>
      </p>
    </section>
  );
}

interface ItemsProps {
  readonly notices: readonly ShownNotification[];
  readonly isNew: (notice: ShownNotification) => boolean;
  readonly onFollow: () => void;
}

function Items({ notices, isNew, onFollow }: ItemsProps) {
  if (notices.length === 0) {
    return (
      <p className="p-4 text-muted">Nothing yet. Trades, lost best prices and price alerts appear here.</p>
    );
  }
  return (
    <ul>
      {notices.map((notice) => (
        <NotificationItem key={notice.id} notice={notice} isNew={isNew(notice)} onFollow={onFollow} />
      ))}
    </ul>
  );
}

/**
 * Marks what the list shows as read, and keeps what was unread highlighted until the list closes.
 * @returns true for a notification that was unread when it was first shown here
 */
function useReadOnceShown(userId: string, notices: readonly ShownNotification[] | undefined) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: string) => markRead(client, userId, id),
    onError: ({ message }) => showWarning(message),
  });
  const [news] = useState(() => new Set<string>());
  for (const { id, isRead } of notices ?? []) {
    if (!isRead) {
      news.add(id);
    }
  }
  const newestUnread = notices?.find(({ isRead }) => !isRead)?.id;
  useEffect(() => {
    if (newestUnread !== undefined) {
      mutate(newestUnread);
    }
  }, [newestUnread, mutate]);
  return ({ id }: ShownNotification) => news.has(id);
}
