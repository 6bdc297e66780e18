import { LISTED_PERCENT, REPORTED_DOLLARS, REPORTED_SALES } from '@perkex/contract/reported-sellers.js';
import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { type ReportedSeller, reportedSellersQuery } from '../../api/desk-ledger.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { GrowingList } from '../../lists/growing-list.js';
import { BackLink } from '../../routing/back-link.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { DealCode } from './deal-code.js';

/** The sellers near the thresholds of tax reports. */
export function SellersPage() {
  usePageTitle('Sellers');
  return (
    <MemberPage audience="finance">
      <BackLink to={paths.deskMoney()}>Money</BackLink>
      <h1 className="text-3xl md:text-4xl">Sellers to report</h1>
      <p className="max-w-prose text-muted">
        Sellers with {LISTED_PERCENT} % of {REPORTED_SALES} sales or of {dollarsText(REPORTED_DOLLARS)}, paid
        out in the last twelve months, each by the deal of the newest payout.
      </p>
      <Sellers />
    </MemberPage>
  );
}

function Sellers() {
  const { data, error, refetch } = useQuery(reportedSellersQuery(useUserId()));
  if (!data) {
    return (
      <LoadingState isError={error !== null} refetch={refetch} failure="The sellers could not be loaded." />
    );
  }
  if (data.sellers.length === 0) {
    return <p className="py-6">No seller is near the thresholds.</p>;
  }
  return (
    <GrowingList rows={data.sellers}>
      {(shown) => (
        <ul aria-label="Sellers, highest payouts first" className="divide-y divide-line border-y border-line">
          {shown.map((seller) => (
            <li key={seller.code}>
              <SellerRow seller={seller} />
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  );
}

const DATA: Readonly<Record<ReportedSeller['missing'][number], string>> = {
  name: 'name',
  address: 'address',
  country: 'country',
  'tax-number': 'tax number',
};

function SellerRow({
  seller: { code, sales, amount, isReached, missing },
}: {
  readonly seller: ReportedSeller;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <span className="min-w-0">
        <DealCode code={code} />
        <span className={`block text-sm ${isReached ? 'font-semibold' : ''}`}>
          {isReached ? 'To be reported' : 'Near the thresholds'}
        </span>
        {missing.length === 0 ? null : (
          <span className="block text-sm text-muted">
            Missing: {missing.map((part) => DATA[part]).join(', ')}
          </span>
        )}
      </span>
      <span className="text-right">
        <span className="block font-semibold tabular-nums">{dollarsText(amount)}</span>
        <span className="block text-sm text-muted tabular-nums">{counted(sales, 'sale')}</span>
      </span>
    </div>
  );
}
