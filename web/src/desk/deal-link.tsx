import type { DeskQueue, DeskRow } from '@perkex/contract/desk.js';
import { deadlineText } from '../deals/deadline-text.js';
import { paths } from '../links/paths.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { useZone } from '../ui/use-zone.js';
import { DealName } from './deal-name.js';
import { DESK_STATES } from './queue-words.js';
import { waitingText } from './waiting-text.js';

interface DealLinkProps {
  readonly deal: DeskRow;
  /** The queue that the member works on; none after a search. */
  readonly queue?: DeskQueue;
  /** The member who has reserved the check of its pair. */
  readonly reservedBy?: string | null;
}

/** A deal in a list. */
export function DealLink({ deal, queue, reservedBy = null }: DealLinkProps) {
  const { code, name, size, thumbnail, state, since, dueAt, isOverdue, isOwn } = deal;
  const zone = useZone();
  return (
    <Link
      to={paths.deskDeal(code, queue)}
      className="group grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,14rem)]"
    >
      <span className="rounded-control bg-card p-1.5">
        <ProductPicture src={thumbnail} />
      </span>
      <span className="min-w-0">
        <DealName name={name} size={size} code={code} />
      </span>
      <span className="min-w-0 text-sm max-sm:col-start-2">
        <span className="block">{DESK_STATES[state]}</span>
        {reservedBy === null ? null : <span className="block">Reserved by {reservedBy}</span>}
        {isOwn ? <span className="block font-semibold">Your own deal</span> : null}
        <span className="block text-muted">{waitingText(since, Date.now())}</span>
        {isOverdue ? <span className="block font-semibold text-error">Overdue</span> : null}
        {dueAt === null || isOverdue ? null : (
          <span className="block text-muted">By {deadlineText(zone, dueAt)}</span>
        )}
      </span>
    </Link>
  );
}
