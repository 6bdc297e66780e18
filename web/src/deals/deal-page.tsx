import { usePageTitle } from '../ui/use-page-title.js';
import { DealView } from './deal-view.js';
import { LoadedDeal } from './loaded-deal.js';

/** The page of one deal for its buyer and its seller (after-the-trade, "For both traders"). */
export function DealPage() {
  usePageTitle('Your order');
  return (
    <LoadedDeal title="Your order">
      {(deal, isOutdated) => <DealView deal={deal} isOutdated={isOutdated} />}
    </LoadedDeal>
  );
}
