import type { MoneyQueue } from '@perkex/contract/desk-money.js';
import { type MoneyDeal, moneyDealsQuery } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useDeadline } from '../../deals/use-moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { Link } from '../../routing/link.js';
import { LoadingState } from '../../ui/loading-state.js';
import { DealName } from '../deal-name.js';
import { KeyList } from '../key-list.js';
import { DESK_STATES } from '../queue-words.js';
import { waitingText } from '../waiting-text.js';

/** The deals of a queue of money, those that wait longest first. */
export function MoneyDeals({ queue }: { readonly queue: MoneyQueue }) {
  const { data, isError, refetch, older } = usePages(moneyDealsQuery(useUserId(), queue));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The deals could not be loaded." />;
  }
  const deals = data.pages.flatMap((page) => page.deals);
  if (deals.length === 0) {
    return <p className="py-6">Nothing is waiting here.</p>;
  }
  return (
    <GrowingList rows={deals} older={older} moreLabel="Show more">
      {(shown) => (
        <KeyList label="Deals, longest waiting first" rows={shown} keyOf={({ code }) => code}>
          {(deal) => <DealLink deal={deal} />}
        </KeyList>
      )}
    </GrowingList>
  );
}

function DealLink({ deal }: { readonly deal: MoneyDeal }) {
  const { code, name, size, state, amount, waitsSince, dueAt, isOwn } = deal;
  const deadline = useDeadline();
  return (
    <Link
      to={paths.deskDeal(code)}
      className="group grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3"
    >
      <span className="min-w-0">
        <DealName name={name} size={size} code={code} />
        <span className="block text-sm">
          {DESK_STATES[state]}
          {isOwn ? <span className="font-semibold"> · Your own deal</span> : null}
        </span>
      </span>
      <span className="text-right text-sm">
        <span className="block text-base font-semibold tabular-nums">{dollarsText(amount)}</span>
        <span className="block text-muted">{waitingText(waitsSince, Date.now())}</span>
        {dueAt === null ? null : <span className="block text-muted">By {deadline(dueAt)}</span>}
      </span>
    </Link>
  );
}
