import { paths } from '../links/paths.js';
import { SellerLevelNote } from '../products/seller-level.js';
import { Link } from '../routing/link.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { UserDataView } from '../user/user-data-view.js';
import { OpenOrders } from './open-orders.js';
import { OrdersPage } from './orders-page.js';
import { PastTrades } from './past-trades.js';
import { VacationPanel } from './vacation-panel.js';

/** The page of section 2, "Asks screen". */
export function SellingPage() {
  usePageTitle('Selling');
  return (
    <OrdersPage
      title="Selling"
      party="seller"
      tabs={[
        { value: 'asks', label: 'Current Asks', content: <Asks /> },
        { value: 'sales', label: 'History', content: <History /> },
      ]}
    >
      <SellerLevelNote />
      <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to={paths.bulk} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Many pairs at once
        </Link>
        <VacationPanel />
      </div>
    </OrdersPage>
  );
}

function Asks() {
  return (
    <UserDataView what="Your asks">
      {({ asks }) => <OpenOrders side="ask" name="Current Asks" priceColumn="Ask Price" rows={asks} />}
    </UserDataView>
  );
}

function History() {
  return (
    <UserDataView what="Your sales">
      {({ sales }) => <PastTrades side="ask" name="History" priceColumn="Sell Price" rows={sales} />}
    </UserDataView>
  );
}
