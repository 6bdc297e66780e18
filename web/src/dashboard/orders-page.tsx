import { useIsMutating } from '@tanstack/react-query';
import { PLACE_ORDER_KEY } from '../api/orders.js';
import { TabbedPanels, type TabOfPanel } from '../ui/tabs.js';

/** A side of the dashboard: what is open and what is past. */
export function OrdersPage({ title, tabs }: { title: string; tabs: readonly TabOfPanel[] }) {
  return (
    <div className="flex flex-col gap-1">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <OrderUnderWay />
      <TabbedPanels name={title} tabs={tabs} />
    </div>
  );
}

/** The review leads here at once; its order stands in the list as soon as the answer is in. */
function OrderUnderWay() {
  const isUnderWay = useIsMutating({ mutationKey: PLACE_ORDER_KEY }) > 0;
  return (
    <p role="status" className="min-h-6 text-muted">
      {isUnderWay ? 'Your order is on its way to the market …' : ''}
    </p>
  );
}
