import type { ShownNotification } from '@perkex/contract/notifications.js';
import { Ban } from 'lucide-react';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { momentText } from '../ui/moment.js';
import { agoText, notificationPath, notificationText } from './notification-text.js';

interface NotificationItemProps {
  readonly notice: ShownNotification;
  /** True if it is highlighted as unread. */
  readonly isNew: boolean;
  /** Called when the user follows the link. */
  readonly onFollow: () => void;
}

/** A notification, as a link to its subject. */
export function NotificationItem({ notice, isNew, onFollow }: NotificationItemProps) {
  const { name, thumbnail, size, date, mail } = notice;
  return (
    <li className="flex items-center gap-1 border-b border-line pr-2 last:border-b-0">
      <Link
        to={notificationPath(notice)}
        onClick={onFollow}
        className="group flex min-w-0 flex-1 items-center gap-3 py-3 pl-4"
      >
        <span aria-hidden className={`size-2 shrink-0 rounded-full ${isNew ? 'bg-bid' : ''}`} />
        <span className="w-14 shrink-0 rounded-control bg-card p-1">
          {thumbnail === '' ? (
            <Ban aria-hidden className="m-auto size-8" />
          ) : (
            <ProductPicture src={thumbnail} />
          )}
        </span>
        <span className="min-w-0">
          {isNew ? <span className="sr-only">Unread: </span> : null}
          <span className={`block underline-offset-4 group-hover:underline ${isNew ? 'font-semibold' : ''}`}>
            {notificationText(notice)}
          </span>
          <span className="line-clamp-2 text-sm text-muted">{name}</span>
          <span className="block text-sm text-muted">
            {size === '' ? null : (
              <>
                Size {size}
                <ShownSize shoe={notice} size={size} className="text-sm" /> ·{' '}
              </>
            )}
            <time dateTime={date} title={momentText('local', date)} className="whitespace-nowrap">
              {agoText(date, Date.now())}
            </time>
          </span>
          {mail === 'failed' ? (
            <span className="block text-sm text-error">The mail about this could not be delivered.</span>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
