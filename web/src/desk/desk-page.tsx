import {
  DESK_QUEUES,
  type DeskQueue,
  MAX_QUEUE_COUNT,
  MAX_QUEUE_PAGE,
  QUEUE_LABELS,
} from '@perkex/contract/desk.js';
import { isForRole, type Role } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import { type Desk, type DeskRow, deskDealsQuery, deskQuery } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { useSearchParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { Choice, PrintBar, useChosenPairs } from './chosen-pairs.js';
import { DealLink } from './deal-link.js';
import { DigestChoice } from './digest-choice.js';
import { KeyList } from './key-list.js';
import { QUEUE_TASKS } from './queue-words.js';
import { SavedFilters } from './saved-filters.js';

/** The queues of pairs that leave in parcels. */
const QUEUES_OF_PARCELS: readonly DeskQueue[] = ['to-send', 'to-return'];

/** The queues of deals that wait for members (after-the-trade, "The desk"). */
export function DeskPage() {
  usePageTitle('Desk');
  const { data } = useQuery(deskQuery(useUserId()));
  const [params] = useSearchParams();
  // The frame shows the page once this has been read.
  if (!data) {
    return null;
  }
  const queue = openQueue(params.get('queue'), data);
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl md:text-4xl">Desk</h1>
      <SavedFilters list="desk" path={paths.desk()} query={params.toString()} />
      <div className="grid items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label="Queues">
          <ul className="flex flex-wrap gap-1 lg:flex-col">
            {data.queues.map((each) => (
              // Empty queues would push the deals off a phone's screen.
              <li
                key={each.queue}
                className={each.count === 0 && each.queue !== queue ? 'max-lg:hidden' : undefined}
              >
                <QueueLink {...each} isOpen={each.queue === queue} />
              </li>
            ))}
          </ul>
          {isForRole(data.role, 'desk') ? (
            <Link
              to={paths.deskVerification}
              className="mt-2 inline-flex min-h-11 items-center px-3 underline underline-offset-4"
            >
              Checklists and agreement
            </Link>
          ) : null}
        </nav>
        <QueueDeals key={queue} queue={queue} role={data.role} />
      </div>
      <DigestChoice isOn={data.hasDigest} />
    </div>
  );
}

/** The queue of the address; otherwise the first one in which something waits. */
function openQueue(name: string | null, { queues }: Desk): DeskQueue {
  const named = DESK_QUEUES.find((queue) => queue === name);
  return named ?? queues.find(({ count }) => count > 0)?.queue ?? DESK_QUEUES[0];
}

function QueueLink({ queue, count, isOpen }: Desk['queues'][number] & { readonly isOpen: boolean }) {
  return (
    <Link
      to={paths.desk(queue)}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-11 items-center justify-between gap-3 rounded-control px-3 hover:bg-card aria-[current]:bg-card aria-[current]:font-semibold"
    >
      {QUEUE_LABELS[queue]}
      <span className={`tabular-nums ${count === 0 ? 'text-muted' : 'font-semibold'}`}>
        {count === MAX_QUEUE_COUNT ? `${count}+` : count}
      </span>
    </Link>
  );
}

interface QueueDealsProps {
  readonly queue: DeskQueue;
  readonly role: Role;
}

function QueueDeals({ queue, role }: QueueDealsProps) {
  const { data, error, refetch } = useQuery(deskDealsQuery(useUserId(), queue));
  const canSend = QUEUES_OF_PARCELS.includes(queue) && isForRole(role, 'desk');
  return (
    <section aria-labelledby="queue" className="flex min-w-0 flex-col gap-3">
      <h2 id="queue" className="text-2xl">
        {QUEUE_LABELS[queue]}
      </h2>
      <p className="max-w-prose text-muted">{QUEUE_TASKS[queue]}</p>
      {canSend ? (
        <Link to={paths.deskParcels} className={buttonClass('plain', 'self-start')}>
          Send by scan
        </Link>
      ) : null}
      {data ? (
        <DealList queue={queue} deals={data.deals} canSend={canSend} />
      ) : (
        <LoadingState isError={error !== null} refetch={refetch} failure="The deals could not be loaded." />
      )}
    </section>
  );
}

interface DealListProps {
  readonly queue: DeskQueue;
  readonly deals: readonly DeskRow[];
  /** True if the member sends these pairs, and prints their papers. */
  readonly canSend: boolean;
}

function DealList({ queue, deals, canSend }: DealListProps) {
  const chosen = useChosenPairs(deals);
  if (deals.length === 0) {
    return <p className="py-6">Nothing is waiting here.</p>;
  }
  return (
    <>
      {canSend ? <PrintBar chosen={chosen} /> : null}
      <KeyList label="Deals, longest waiting first" rows={deals} keyOf={({ code }) => code}>
        {(deal) => {
          const link = <DealLink queue={queue} deal={deal} reservedBy={deal.reservedBy} />;
          return canSend ? (
            <div data-code={deal.code} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-2">
              <Choice deal={deal} chosen={chosen} />
              {link}
            </div>
          ) : (
            link
          );
        }}
      </KeyList>
      <p className="text-sm text-muted max-md:hidden">
        Keys: j and k move through the list, Enter opens a deal, / goes to the code
        {canSend ? ', x chooses a pair, p prints the papers' : ''}.
      </p>
      {deals.length < MAX_QUEUE_PAGE ? null : (
        <p className="text-sm text-muted">
          These are the {MAX_QUEUE_PAGE} that have waited longest. Others follow.
        </p>
      )}
    </>
  );
}
