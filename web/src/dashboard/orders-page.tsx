import type { DealRow } from '@perkex/contract/deals.js';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import { PLACE_ORDER_KEY } from '../api/orders.js';
import { useLocation } from '../routing/hooks.js';
import { DeferredPart } from '../ui/deferred-part.js';
import { Spinner } from '../ui/states.js';
import { TabbedPanels, type TabOfPanel } from '../ui/tabs.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { type AcceptedRow, type OrderList, useAcceptedRow } from './accepted-order.js';
import { PlacedOrder, placedTitle } from './placed-order.js';

interface OrdersTab extends TabOfPanel {
  readonly value: OrderList;
}

interface OrdersPageProps {
  readonly title: string;
  /** The user's side of its deals. */
  readonly party: DealRow['party'];
  readonly tabs: readonly [OrdersTab, OrdersTab];
  /** Shown below the title. */
  readonly children?: ReactNode;
}

/** The dashboard page of a side: open orders, deals in progress once they have started, and past trades. */
export function OrdersPage({ title, party, tabs, children }: OrdersPageProps) {
  const { key, search } = useLocation();
  const linked = linkedList(tabs, search);
  const [open, setOpen] = useState<string>(linked ?? tabs[0].value);
  const accepted = useAcceptedRow(tabs.map(({ value }) => value));
  const acceptedList = accepted?.list;
  const acceptedId = accepted?.row.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order of the same list opens it again
  useEffect(() => {
    if (linked === undefined && acceptedList !== undefined) {
      setOpen(acceptedList);
    }
  }, [linked, acceptedList, acceptedId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit opens it again
  useEffect(() => {
    if (linked !== undefined) {
      setOpen(linked);
    }
  }, [linked, key]);
  return (
    <div className="flex flex-col gap-1">
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      {children}
      <OrderProgress accepted={accepted} />
      {accepted === null ? null : <PlacedOrder key={accepted.row.id} accepted={accepted} />}
      <TabbedPanels
        name={title}
        tabs={haveDealsStarted() ? [tabs[0], inProgress(party), tabs[1]] : tabs}
        open={open}
        onOpen={setOpen}
      />
    </div>
  );
}

/** The list that the address names. The row of a product and size is an open order, in the first list. */
function linkedList(tabs: OrdersPageProps['tabs'], search: string): OrderList | undefined {
  const query = new URLSearchParams(search);
  const named = tabs.find(({ value }) => value === query.get('list'));
  return (named ?? (query.has('product') ? tabs[0] : undefined))?.value;
}

const loadDeals: LoadPart<Pick<DealRow, 'party'>> = async () =>
  (await import('../deals/deals-in-progress.js')).DealsInProgress;

function inProgress(party: DealRow['party']): TabOfPanel {
  return {
    value: 'in-progress',
    label: 'In Progress',
    content: (
      <DeferredPart
        load={loadDeals}
        props={{ party }}
        placeholder={<Spinner />}
        failure="This list could not be loaded."
      />
    ),
  };
}

/** The review navigates here without waiting. This reports when the order is placed; sighted users see it below. */
function OrderProgress({ accepted }: { accepted: AcceptedRow | null }) {
  const isUnderWay = useIsMutating({ mutationKey: PLACE_ORDER_KEY }) > 0;
  return (
    <p role="status" className={accepted === null || isUnderWay ? 'min-h-6 text-muted' : 'sr-only'}>
      {isUnderWay ? 'Placing your order …' : accepted && `${placedTitle(accepted)}.`}
    </p>
  );
}
