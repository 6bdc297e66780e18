import type { MoneyPlace } from '@perkex/core/deals/own-money.js';
import { type MoneyLine, moneyQuery } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { GrowingList, usePages } from '../lists/growing-list.js';
import { ProductPicture } from '../products/product-picture.js';
import { Link } from '../routing/link.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { useDashboardUserId } from '../user/user.js';
import { dollarsText } from './dollars-text.js';
import { Moment } from './moment.js';
import { signed } from './money-sums.js';
import { KINDS, lineWords } from './money-words.js';
import { deadlineOf } from './state-words.js';
import { useDeadline } from './use-moment.js';

const NOTHING: Readonly<Record<MoneyPlace | 'all', string>> = {
  all: 'No money has moved yet. It is listed here from the first payment of an order.',
  held: 'We hold nothing. The payments of your purchases and sales are listed here until the check.',
  due: 'Nothing is due to you.',
  'in-flight': 'No payment, payout or refund is on its way.',
  paid: 'Nothing has been paid yet.',
  owed: 'You owe nothing.',
};

/** The lines of the user's money, newest first. */
export function MoneyList({ place }: { readonly place: MoneyPlace | 'all' }) {
  const { data, isError, refetch, older } = usePages(
    moneyQuery(useDashboardUserId(), place === 'all' ? undefined : place),
  );
  if (!data) {
    return isError ? (
      <ErrorNotice onRetry={() => void refetch()}>Your money could not be loaded.</ErrorNotice>
    ) : (
      <ListPlaceholder />
    );
  }
  const lines = withoutRepeats(data.pages.flatMap((page) => page.lines));
  if (lines.length === 0) {
    return (
      <div className="flex flex-col gap-3 py-6">
        <p className="text-muted">--</p>
        <p className="max-w-prose">{NOTHING[place]}</p>
      </div>
    );
  }
  return (
    <GrowingList rows={lines} older={older}>
      {(shown) => (
        <ul aria-label="Your money, newest first" className="divide-y divide-line border-b border-line">
          {shown.map((line) => (
            <li key={keyOf(line)}>
              <LineLink line={line} />
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

function keyOf({ deal, kind }: MoneyLine): string {
  return `${deal.id} ${kind}`;
}

/** A line that changes while older pages are read is on two of them. */
function withoutRepeats(lines: readonly MoneyLine[]): MoneyLine[] {
  const seen = new Set<string>();
  return lines.filter((line) => seen.size < seen.add(keyOf(line)).size);
}

/** A part of the user's money, as a link to the page of its deal. */
function LineLink({ line }: { readonly line: MoneyLine }) {
  const { kind, date, deal } = line;
  const deadline = useDeadline();
  const { why, next, faster } = lineWords(line);
  const dueAt = next === null ? null : deadlineOf(deal);
  return (
    <Link
      to={paths.deal(deal.id)}
      className="group grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-control py-4 lg:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-x-4"
    >
      <span className="self-start rounded-control bg-card p-1.5">
        <ProductPicture src={deal.thumbnail} />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-3 font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {deal.name}
        </span>
        <span className="block text-sm text-muted">Size {deal.size}</span>
        <Moment at={date} className="block text-sm text-muted" />
      </span>
      <span className="min-w-0 text-sm max-lg:col-span-2">
        <span className="flex flex-wrap justify-between gap-x-4 text-base font-semibold">
          <span>{KINDS[kind].line}</span>
          <span className="whitespace-nowrap tabular-nums">{dollarsText(signed(line))}</span>
        </span>
        <span className="block">{why}</span>
        {next === null ? null : (
          <span className="block text-muted">
            Next: {next}
            {dueAt === null ? null : (
              <>
                {' By '}
                <time dateTime={dueAt}>{deadline(dueAt)}</time>.
              </>
            )}
          </span>
        )}
        {faster === null ? null : <span className="block font-semibold">{faster}</span>}
      </span>
    </Link>
  );
}

function ListPlaceholder() {
  return (
    <div role="status" className="flex flex-col gap-4 pt-4">
      <span className="sr-only">Loading</span>
      <Placeholder className="h-24" />
      <Placeholder className="h-24" />
      <Placeholder className="h-24" />
    </div>
  );
}
