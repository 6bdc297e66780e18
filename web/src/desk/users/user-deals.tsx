import { useState } from 'react';
import { deskUserDealsQuery, type UserDeals } from '../../api/desk-users.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { GrowingList, usePages } from '../../lists/growing-list.js';
import { SelectField } from '../../ui/field.js';
import { LoadingState } from '../../ui/loading-state.js';
import { DealCode } from '../money/deal-code.js';
import { DESK_STATES } from '../queue-words.js';

const LISTS: readonly (UserDeals & { readonly label: string })[] = [
  { label: 'Sales in progress', party: 'seller', group: 'in-progress' },
  { label: 'Purchases in progress', party: 'buyer', group: 'in-progress' },
  { label: 'Past sales', party: 'seller', group: 'history' },
  { label: 'Past purchases', party: 'buyer', group: 'history' },
];

/** The deals of a user, as seller or as buyer. */
export function UserDealLists({ user }: { readonly user: string }) {
  const [open, setOpen] = useState(0);
  const list = LISTS[open];
  return (
    <Section title="Deals">
      <div className="max-w-80">
        <SelectField label="Show" value={open} onChange={({ target }) => setOpen(Number(target.value))}>
          {LISTS.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {list ? <Deals key={open} user={user} list={list} /> : null}
    </Section>
  );
}

function Deals({
  user,
  list,
}: {
  readonly user: string;
  readonly list: UserDeals & { readonly label: string };
}) {
  const { data, isError, refetch, older } = usePages(deskUserDealsQuery(useUserId(), user, list));
  if (!data) {
    return <LoadingState isError={isError} refetch={refetch} failure="The deals could not be loaded." />;
  }
  const deals = data.pages.flatMap((page) => page.deals);
  if (deals.length === 0) {
    return <p className="text-muted">None.</p>;
  }
  return (
    <GrowingList rows={deals} older={older}>
      {(shown) => (
        <ul aria-label={`${list.label}, newest first`} className="divide-y divide-line border-y border-line">
          {shown.map(({ code, name, size, total, date, state }) => (
            <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5">
              <span className="min-w-0">
                <DealCode code={code} />
                <span className="block">
                  {name}, size {size}
                </span>
                <span className="block text-sm text-muted">
                  {DESK_STATES[state]} · <Moment at={date} />
                </span>
              </span>
              <span className="text-right font-semibold tabular-nums">{dollarsText(total)}</span>
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  );
}
