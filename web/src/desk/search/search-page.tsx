import { MIN_SEARCH_LENGTH } from '@perkex/contract/fields.js';
import { isForRole } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import { deskQuery, deskSearchQuery } from '../../api/desk.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { useSearchParams } from '../../routing/hooks.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { DealLink } from '../deal-link.js';
import { KeyList } from '../key-list.js';
import { SavedFilters } from '../saved-filters.js';
import { FoundUsers } from '../users/found-users.js';

/** The search of the desk: deals by tracking number or product, and users (after-the-trade, "The desk"). */
export function SearchPage() {
  usePageTitle('Search');
  const [params] = useSearchParams();
  const { data: desk } = useQuery(deskQuery(useUserId()));
  const search = (params.get('search') ?? '').trim();
  if (search.length < MIN_SEARCH_LENGTH) {
    return (
      <div className="flex flex-col gap-5">
        <h1 className="text-3xl md:text-4xl">Search</h1>
        <p>Enter a code, a tracking number, a product or a user in the field above.</p>
        <SavedFilters list="search" path={paths.deskSearch()} query="" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-10">
      <h1 className="text-3xl wrap-anywhere md:text-4xl">“{search}”</h1>
      <SavedFilters list="search" path={paths.deskSearch()} query={savedQuery(search)} />
      <FoundDeals search={search} />
      {desk && isForRole(desk.role, 'admin') ? (
        <section aria-labelledby="users" className="flex flex-col gap-3">
          <h2 id="users" className="text-2xl">
            Users
          </h2>
          <FoundUsers search={search} />
        </section>
      ) : null}
    </div>
  );
}

/** E-mails of users are not saved: they would outlive an account. */
function savedQuery(search: string): string {
  return search.includes('@') ? '' : new URLSearchParams({ search }).toString();
}

function FoundDeals({ search }: { readonly search: string }) {
  const { data, error, refetch } = useQuery(deskSearchQuery(useUserId(), search));
  return (
    <section aria-labelledby="deals" className="flex flex-col gap-3">
      <h2 id="deals" className="text-2xl">
        {data?.isTracked ? 'Deals with this tracking number' : 'Deals of matching products, newest first'}
      </h2>
      {data === undefined ? (
        <LoadingState isError={error !== null} refetch={refetch} failure="The deals could not be searched." />
      ) : data.deals.length === 0 ? (
        <p className="py-6">No deal matches.</p>
      ) : (
        <KeyList label="Deals" rows={data.deals} keyOf={({ code }) => code}>
          {(deal) => <DealLink deal={deal} />}
        </KeyList>
      )}
      {data?.hasMore ? <p className="text-sm text-muted">There are older ones, too.</p> : null}
    </section>
  );
}
