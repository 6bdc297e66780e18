import type { UserData } from '@perkex/contract/user-data.js';
import { ConfirmEmailNotice } from '../identity/session/email-verification-notice.js';
import { PAST_TRADES_PATHS } from '../links/past-trades-paths.js';
import { paths } from '../links/paths.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { UserDataView } from '../user/user-data-view.js';
import { MissingSettings } from './missing-settings.js';
import { OrderTotals } from './order-totals.js';
import { RecentTrades } from './recent-trades.js';

/** The user's orders and trades at a glance. */
export function ProfilePage() {
  usePageTitle('Profile');
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl md:text-4xl">Profile</h1>
      <ConfirmEmailNotice />
      <UserDataView what="Your profile" whileLoading={<LoadingProfile />}>
        {(data) => <Profile data={data} />}
      </UserDataView>
    </div>
  );
}

/** As high as the totals, with empty lines. */
function LoadingProfile() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <OrderTotals data={null} />
    </div>
  );
}

function Profile({ data }: { data: UserData }) {
  return (
    <div className="flex flex-col gap-8">
      <OrderTotals data={data} />
      <MissingSettings data={data} />
      <div className="grid gap-8 xl:grid-cols-2 xl:gap-12">
        <RecentTrades
          title="Recent purchases"
          rows={data.purchases}
          path={PAST_TRADES_PATHS.bid}
          what="purchases"
          whenEmpty={{ text: 'No purchases yet.', linkText: 'Find a pair', path: paths.browse() }}
        />
        <RecentTrades
          title="Recent sales"
          rows={data.sales}
          path={PAST_TRADES_PATHS.ask}
          what="sales"
          whenEmpty={{ text: 'No sales yet.', linkText: 'Sell a pair', path: paths.sellSearch }}
        />
      </div>
    </div>
  );
}
