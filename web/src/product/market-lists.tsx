import { useId, useState } from 'react';
import type { Product } from '../api/products.js';
import { TabStrip, tabId } from '../ui/tab-strip.js';
import { OrderList } from './order-list.js';
import { SaleList } from './sale-list.js';

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

/** Every ask, every bid and every sale, of the chosen size or of all. */
export function MarketLists({ product, size }: MarketListsProps) {
  const [open, setOpen] = useState<Tab>('asks');
  const panelId = useId();
  return (
    <section aria-label="All asks, bids and sales">
      <TabStrip name="Lists" tabs={TABS} open={open} onOpen={setOpen} panelId={panelId} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, open)} className="pt-2">
        {open === 'sales' ? (
          <SaleList key={size} productId={product.id} size={size} />
        ) : (
          <OrderList key={`${open} ${size}`} side={open} product={product} size={size} />
        )}
      </div>
    </section>
  );
}
