import { priceText } from '@perkex/core/market/price-text.js';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { UnfinishedOrder } from '../api/orders.js';
import { useUserId } from '../identity/session/auth-store.js';
import { forgetUnfinishedOrder } from '../orders/stored-orders.js';
import { panelOf, readUnfinishedOrder } from '../orders/unfinished-order.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { buttonClass, IconButton } from '../ui/button.js';

interface UnfinishedOrderCardProps {
  /** The reason why the order cannot be placed yet; null if it can. */
  readonly obstacle?: (order: UnfinishedOrder) => string | null;
  readonly className?: string;
}

/** Leads back to the order that a user had begun before they had to log in or change a setting. */
export function UnfinishedOrderCard({ obstacle, className = '' }: UnfinishedOrderCardProps) {
  const userId = useUserId();
  const [order, setOrder] = useState(readUnfinishedOrder);
  if (userId === '' || order === null || (order.uid ?? userId) !== userId) {
    return null;
  }
  const dismiss = () => {
    forgetUnfinishedOrder();
    setOrder(null);
  };
  return (
    <section
      aria-label="Your unfinished order"
      className={`relative flex flex-col gap-3 rounded-card border border-line bg-card p-4 md:flex-row md:items-center md:gap-8 md:pr-16 ${className}`}
    >
      <div className="min-w-0 pr-10 md:max-w-1/2 md:pr-0">
        <p className="font-semibold wrap-anywhere">{order.name}</p>
        <p className="text-sm text-muted">
          Size {order.size}
          {order.brand === undefined ? null : (
            <ShownSize
              shoe={{ brand: order.brand, name: order.name }}
              size={order.size}
              className="text-sm"
            />
          )}
          {order.priceCents === 0 ? null : (
            <>
              , <span className="price text-ink">{priceText(order.priceCents)}</span>
            </>
          )}
        </p>
        <p role="status" className="text-sm font-semibold">
          {obstacle?.(order)}
        </p>
      </div>
      <Link {...panelOf(order)} className={buttonClass('strong', 'shrink-0')}>
        {order.flow === 'sell' ? 'Continue your ask' : 'Continue your bid'}
      </Link>
      <IconButton
        name="Dismiss"
        className="absolute top-1 right-1 md:top-1/2 md:right-2 md:-translate-y-1/2"
        onClick={dismiss}
      >
        <X aria-hidden className="size-5" />
      </IconButton>
    </section>
  );
}
