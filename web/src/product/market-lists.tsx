import { useId, useState } from 'react';
import type { Product } from '../api/products.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';
import { TabStrip, tabId } from '../ui/tab-strip.js';
import { usePart } from '../ui/use-nearby.js';
import { OrderList } from './order-list.js';

const loadSaleList = async () => (await import('./later-parts.js')).LATER_PARTS.SaleList;

const TABS = [
  { value: 'asks', label: 'All Asks' },
  { value: 'bids', label: 'All Bids' },
  { value: 'sales', label: 'All Sales' },
] as const;

type Tab = (typeof TABS)[number]['value'];

interface MarketListsProps {
  readonly product: Product;
  /** Null for all sizes. */
  readonly size: string | null;
}

/** All asks, bids and trades of the chosen size, or of all sizes. */
export function MarketLists({ product, size }: MarketListsProps) {
  const [open, setOpen] = useState<Tab>('asks');
  const panelId = useId();
  const { Component: SaleList, hasFailed, fetchAgain } = usePart(loadSaleList);
  const openTab = (tab: Tab) => {
    if (tab === 'sales') {
      fetchAgain();
    }
    setOpen(tab);
  };
  return (
    // On wide screens it fills the rest of its column, and scrolls.
    <section aria-label="All asks, bids and sales" className="md:absolute md:inset-0 md:flex md:flex-col">
      <TabStrip name="Lists" tabs={TABS} open={open} onOpen={openTab} panelId={panelId} />
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(panelId, open)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it
        tabIndex={0}
        className="pt-2 -outline-offset-2 md:min-h-0 md:flex-1 md:overflow-y-auto md:[scrollbar-width:thin]"
      >
        {open !== 'sales' ? (
          <OrderList key={`${open} ${size}`} side={open} product={product} size={size} />
        ) : SaleList ? (
          <SaleList key={size} product={product} size={size} />
        ) : hasFailed ? (
          <ErrorNotice onRetry={fetchAgain}>The sales could not be loaded.</ErrorNotice>
        ) : (
          <Placeholder className="mt-2 h-[34rem]" />
        )}
      </div>
    </section>
  );
}
