import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PLACE_ORDER_KEY } from '../api/orders.js';
import { TabbedPanels, type TabOfPanel } from '../ui/tabs.js';
import { type OrderList, useListOfAcceptedOrder } from './accepted-order.js';

interface OrdersTab extends TabOfPanel {
  readonly value: OrderList;
}

interface OrdersPageProps {
  readonly title: string;
  readonly tabs: readonly [OrdersTab, OrdersTab];
}

/** The dashboard page of a side: open orders and past trades. */
export function OrdersPage({ title, tabs }: OrdersPageProps) {
  const [open, setOpen] = useState<string>(tabs[0].value);
  const accepted = useListOfAcceptedOrder(tabs.map(({ value }) => value));
  useEffect(() => {
    if (accepted !== null) {
      setOpen(accepted);
    }
  }, [accepted]);
  return (
    <div className="flex flex-col gap-1">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <OrderProgress placedIn={tabs.find(({ value }) => value === accepted)?.label} />
      <TabbedPanels name={title} tabs={tabs} open={open} onOpen={setOpen} />
    </div>
  );
}

/** The review navigates here without waiting. This reports when the order is placed, and in which list it is. */
function OrderProgress({ placedIn }: { placedIn: string | undefined }) {
  const isUnderWay = useIsMutating({ mutationKey: PLACE_ORDER_KEY }) > 0;
  const isPlaced = placedIn === undefined ? '' : `Your order is in ${placedIn}.`;
  return (
    <p role="status" className="min-h-6 text-muted">
      {isUnderWay ? 'Placing your order …' : isPlaced}
    </p>
  );
}
