import { counted } from '@perkex/core/counted.js';
import { RefusalError } from '../../api/call.js';
import { type PayoutList, payoutListQuery } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { Moment } from '../../deals/moment.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { usePages } from '../../lists/growing-list.js';
import { BackLink } from '../../routing/back-link.js';
import { useParams } from '../../routing/hooks.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { ListActs } from './list-acts.js';
import { ListEntries } from './list-entries.js';
import { listText, listTotal } from './payout-words.js';

/** A list of outgoing money: who made and released it, its file for the bank, and what the bank has done. */
export function PayoutListPage() {
  usePageTitle('Payout list');
  const { list = '' } = useParams();
  return (
    <MemberPage audience="finance">
      <BackLink to={paths.deskPayouts}>Payouts</BackLink>
      {/^\d{1,9}$/.test(list) ? <ListOfNumber key={list} list={Number(list)} /> : <UnknownList />}
    </MemberPage>
  );
}

function UnknownList() {
  return <h1 className="text-3xl md:text-4xl">There is no such list</h1>;
}

function ListOfNumber({ list }: { readonly list: number }) {
  const { data, error, refetch, older } = usePages(payoutListQuery(useUserId(), list));
  const [first] = data?.pages ?? [];
  if (data && first) {
    return (
      <>
        <Head list={first} />
        <ListActs list={first} />
        <ListEntries list={first} entries={data.pages.flatMap(({ entries }) => entries)} older={older} />
      </>
    );
  }
  if (error instanceof RefusalError && error.code === 'unknown-list') {
    return <UnknownList />;
  }
  return (
    <>
      <Heading list={list} />
      <LoadingState isError={error !== null} refetch={refetch} failure="The list could not be loaded." />
    </>
  );
}

function Heading({ list }: { readonly list: number }) {
  return <h1 className="text-3xl md:text-4xl">List {list}</h1>;
}

function Head({ list }: { readonly list: PayoutList }) {
  const { amount, count } = listTotal(list);
  return (
    <div>
      <Heading list={list.list} />
      <p className="mt-1">
        <span className="text-xl font-semibold tabular-nums">{dollarsText(amount)}</span>{' '}
        <span className="text-muted tabular-nums">{counted(count, 'payment')}</span>
      </p>
      <p role="status" className="mt-1">
        {listText(list)}
      </p>
      <p className="text-sm text-muted">
        <Moment at={list.createdAt} />
      </p>
    </div>
  );
}
