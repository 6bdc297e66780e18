import { type DeskQueue, QUEUE_LABELS } from '@perkex/contract/desk.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { type DeskRow, deskDealsQuery } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { useNavigate } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { useKeys } from './use-keys.js';

interface NextPairProps {
  readonly queue: DeskQueue;
  /** The code of the deal on the screen. */
  readonly code: string;
}

/** A link to the next deal of the queue that the member works on. `j` opens it. */
export function NextPair({ queue, code }: NextPairProps) {
  const { data } = useQuery(deskDealsQuery(useUserId(), queue));
  const navigate = useNavigate();
  const next = useNext(data?.deals, code);
  const address = next && paths.deskDeal(next.code, queue);
  useKeys({ j: () => address && navigate(address) });
  if (!data) {
    return null;
  }
  if (!next || !address) {
    return <p className="text-sm text-muted">Nothing else is waiting in {QUEUE_LABELS[queue]}.</p>;
  }
  return (
    <Link to={address} aria-keyshortcuts="j" className={buttonClass('plain', 'max-w-full self-start')}>
      <span className="min-w-0 truncate">
        Next: size {next.size}, {next.name}
      </span>
      <ChevronRight aria-hidden className="-mr-1 size-4 shrink-0" />
    </Link>
  );
}

/** The deal after this one; also once a step has moved this one to another queue. */
function useNext(deals: readonly DeskRow[] | undefined, code: string): DeskRow | undefined {
  const place = useRef(0);
  const index = deals?.findIndex((deal) => deal.code === code) ?? -1;
  if (index >= 0) {
    place.current = index;
  }
  const others = deals?.filter((deal) => deal.code !== code && !deal.isOwn) ?? [];
  const before = deals?.slice(0, place.current).filter((deal) => deal.isOwn).length ?? 0;
  return others[place.current - before] ?? others[0];
}
