import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RefusalError } from '../api/call.js';
import { dealQuery, haveDealsStarted, type OwnDeal } from '../api/deals.js';
import { recoveryOr } from '../api/query-client.js';
import { paths } from '../links/paths.js';
import { useParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { Redirect } from '../routing/redirect.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { useDashboardUserId } from '../user/user.js';
import { DEAL_GRID, SECOND_COLUMN } from './deal-grid.js';
import { undoEndMs } from './step-words.js';

interface LoadedDealProps {
  /** The heading until the deal has loaded. */
  readonly title: string;
  readonly children: (deal: OwnDeal, isOutdated: boolean) => ReactNode;
}

/** The deal that the address names. `isOutdated` is true if the last read failed, so that it may have changed. */
export function LoadedDeal(props: LoadedDealProps) {
  const { deal: id = '' } = useParams();
  // Another deal is another page: the steps and dialogs of this one end.
  return haveDealsStarted() ? <DealOfId key={id} id={id} {...props} /> : <Redirect to={paths.home} />;
}

function DealOfId({ id, title, children }: LoadedDealProps & { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    ...dealQuery(useDashboardUserId(), id),
    refetchInterval: (query) => recoveryOr(msUntilChange(query.state.data))(query),
  });
  if (data) {
    return children(data, error !== null);
  }
  if (isUnknown(error)) {
    return <UnknownDeal />;
  }
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      {error ? (
        <ErrorNotice onRetry={() => void refetch()}>Your order could not be loaded.</ErrorNotice>
      ) : (
        <DealPlaceholder />
      )}
    </div>
  );
}
/** Servers look for due deals once a second. */
const CLOCK_MS = 2_000;
/** The longest time that browsers can wait. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/**
 * The time until the deadline of a deal has fired, or the time to undo is over; false if it does not change on its own.
 */
function msUntilChange(deal: OwnDeal | undefined): number | false {
  if (deal === undefined) {
    return false;
  }
  const { dueAt, steps, date } = deal;
  const ends = [
    ...(dueAt === null ? [] : [Date.parse(dueAt)]),
    ...(steps.includes('undo') ? [undoEndMs(date)] : []),
  ].filter((end) => end > Date.now());
  return ends.length === 0 ? false : Math.min(Math.min(...ends) - Date.now() + CLOCK_MS, MAX_WAIT_MS);
}

/** True for the address of a deal that does not exist, is another user's, or cannot exist. */
function isUnknown(error: Error | null): boolean {
  return error instanceof RefusalError && (error.code === 'unknown-deal' || error.code === 'invalid-body');
}

/** The same for a deal of another user: it reveals nothing about them. */
function UnknownDeal() {
  return (
    <div className="flex flex-col items-start gap-5">
      <h1 className="text-3xl md:text-4xl">You have no such order</h1>
      <p className="max-w-prose">The address may be mistyped. Your orders are in these lists.</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.buying} className={buttonClass()}>
          Buying
        </Link>
        <Link to={paths.selling} className={buttonClass()}>
          Selling
        </Link>
      </div>
    </div>
  );
}

/** About as high as a deal. */
function DealPlaceholder() {
  return (
    <div role="status" className={DEAL_GRID}>
      <span className="sr-only">Loading</span>
      <div className="flex flex-col gap-4">
        <Placeholder className="h-22" />
        <Placeholder className="h-64" />
        <Placeholder className="h-40" />
      </div>
      <Placeholder className={`h-56 ${SECOND_COLUMN}`} />
    </div>
  );
}
