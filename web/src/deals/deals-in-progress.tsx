import type { DealRow } from '@perkex/contract/deals.js';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import { ChevronRight } from 'lucide-react';
import { dealsInProgressQuery } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { GrowingList, usePages } from '../lists/growing-list.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { LoadingState } from '../ui/loading-state.js';
import { useDashboardUserId } from '../user/user.js';
import { DEAL_NAMES } from './deal-names.js';
import { dollarsText } from './dollars-text.js';
import { PlayMoneyLine } from './play-money-line.js';
import { deadlineOf, nextWords, stateWords } from './state-words.js';
import { useDeadline } from './use-moment.js';

const AMOUNTS: ByParty<string> = { buyer: 'with fees', seller: 'after fees' };

/** The deals of one side that have not ended, newest first. */
export function DealsInProgress({ party }: Pick<DealRow, 'party'>) {
  const { data, isError, refetch, older } = usePages(dealsInProgressQuery(useDashboardUserId(), party));
  if (!data) {
    return (
      <LoadingState
        isError={isError}
        refetch={refetch}
        failure={`Your ${DEAL_NAMES[party]}s in progress could not be loaded.`}
      />
    );
  }
  const deals = data.pages.flatMap((page) => page.deals);
  if (deals.length === 0) {
    return (
      <div className="flex flex-col gap-3 py-6">
        <p className="text-muted">--</p>
        <p className="max-w-prose">
          Nothing is in progress. Your {DEAL_NAMES[party]}s are listed here until they are complete.
        </p>
      </div>
    );
  }
  return (
    <>
      <PlayMoneyLine />
      <GrowingList rows={deals} older={older}>
        {(shown) => (
          <ul aria-label="In progress" className="divide-y divide-line border-b border-line">
            {shown.map((deal) => (
              <li key={deal.id}>
                <DealLink deal={deal} />
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
    </>
  );
}

/** The state of a deal, what happens next and by when, as a link to its page. */
function DealLink({ deal }: { readonly deal: DealRow }) {
  const { id, name, size, thumbnail, total, party } = deal;
  const deadline = useDeadline();
  const dueAt = deadlineOf(deal);
  return (
    <Link
      to={paths.deal(id)}
      className="group grid grid-cols-[4rem_minmax(0,1fr)_1.25rem] items-center gap-x-3 gap-y-2 rounded-control py-4 lg:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)_1.25rem] lg:gap-x-4"
    >
      <span className="rounded-control bg-card p-1.5">
        <ProductPicture src={thumbnail} />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-3 font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {name}
        </span>
        <span className="block text-sm text-muted">
          Size {size} ·{' '}
          <span className="whitespace-nowrap tabular-nums">{`${dollarsText(total)} ${AMOUNTS[party]}`}</span>
        </span>
      </span>
      <span className="min-w-0 text-sm max-lg:col-span-3 max-lg:row-start-2">
        <span className="block text-base font-semibold">{stateWords(deal).label}</span>
        <span className="block">{nextWords(deal)}</span>
        {dueAt === null ? null : (
          <span className="block text-muted">
            By <time dateTime={dueAt}>{deadline(dueAt)}</time>
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 text-muted max-lg:col-start-3 max-lg:row-start-1" />
    </Link>
  );
}
