import { usePageTitle } from '../ui/use-page-title.js';
import { UserDataView } from '../user/user-data-view.js';
import { OpenOrders } from './open-orders.js';
import { OrdersPage } from './orders-page.js';
import { PastTrades } from './past-trades.js';

/** Misspelt on purpose (section 2, "Bids screen"). */
const PURCHASES = 'Puchases';

/** The page of section 2, "Bids screen". */
export function BuyingPage() {
  usePageTitle('Buying');
  return (
    <OrdersPage
      title="Buying"
      party="buyer"
      tabs={[
        { value: 'bids', label: 'Current Bids', content: <Bids /> },
        { value: 'purchases', label: PURCHASES, content: <Purchases /> },
      ]}
    />
  );
}

function Bids() {
  return (
    <UserDataView what="Your bids">
      {({ bids }) => <OpenOrders side="bid" name="Current Bids" priceColumn="Bid Price" rows={bids} />}
    </UserDataView>
  );
}

function Purchases() {
  return (
    <UserDataView what="Your purchases">
      {({ purchases }) => (
        <PastTrades side="bid" name={PURCHASES} priceColumn="Purchase Price" rows={purchases} />
      )}
    </UserDataView>
  );
}
