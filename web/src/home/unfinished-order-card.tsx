import { priceText } from '@perkex/core/market/price-text.js';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.js';
import { useUid } from '../session/auth-store.js';
import {
  forgetUnfinishedOrder,
  readUnfinishedOrder,
  type UnfinishedOrder,
} from '../session/unfinished-order.js';
import { buttonClass, IconButton } from '../ui/button.js';

/** The way back to what a visitor was about to do before they had to log in. */
export function UnfinishedOrderCard() {
  const isLoggedIn = useUid() !== '';
  const [order, setOrder] = useState(readUnfinishedOrder);
  if (!isLoggedIn || order === null) {
    return null;
  }
  const dismiss = () => {
    forgetUnfinishedOrder();
    setOrder(null);
  };
  return (
    <section
      aria-label="Your unfinished order"
      className="relative mb-5 flex flex-col gap-3 rounded-card border border-line bg-card p-4 md:flex-row md:items-center md:justify-between md:pr-16"
    >
      <div className="min-w-0 pr-10 md:pr-0">
        <p className="font-semibold wrap-anywhere">{order.name}</p>
        <p className="text-sm text-muted">
          Size {order.size}, <span className="price text-ink">{priceText(order.price)}</span>
        </p>
      </div>
      <Link {...wayBack(order)} className={buttonClass('strong', 'shrink-0')}>
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

function wayBack({ flow, productId, size, mode, price }: UnfinishedOrder) {
  return {
    to: flow === 'sell' ? paths.sell(productId, size) : paths.buy(productId, size),
    state: { bid: mode === 'place', mode, price },
  };
}
