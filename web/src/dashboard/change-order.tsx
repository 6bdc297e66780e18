import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { DEFAULT_LIFETIME_DAYS, lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import type { Side } from '@perkex/core/order-book/order.js';
import { Pencil } from 'lucide-react';
import { marketChanged } from '../api/market-changed.js';
import { orderName } from '../api/order-name.js';
import { renewals, renewOrder } from '../api/user-data.js';
import { panelOf } from '../orders/unfinished-order.js';
import { Link } from '../routing/link.js';
import { iconButtonClass, PausableButton } from '../ui/button.js';
import { showActionSuccess, showActionWarning } from '../ui/toast.js';
import { useAction } from '../user/use-action.js';

interface OrderProps {
  readonly side: Side;
  readonly row: OpenOrderRow;
}

/** Opens the panel for an order that replaces this one. */
export function ChangeLink({ side, row }: OrderProps) {
  const { id, productId, name, brand, size, price, relist: isRelisting } = row;
  if (productId === null || price === null) {
    return null;
  }
  const priceCents = dollarsToCents(price);
  const { to, state } = panelOf({
    flow: side === 'ask' ? 'sell' : 'buy',
    productId,
    name,
    brand,
    size,
    mode: 'place',
    priceCents,
    replaces: { id, priceCents },
    isRelisting,
  });
  const label = `Change ${side}: ${name}, size ${size}`;
  return (
    <Link
      to={to}
      state={state}
      aria-label={label}
      title={label}
      className={iconButtonClass('text-muted hover:text-ink')}
    >
      <Pencil aria-hidden size={20} />
    </Link>
  );
}

/** An order can be renewed when it expires within this time. */
const SOON_MS = 2 * lifetimeMs(1);

/** Renews an order that soon expires. It keeps its place in the queue. */
export function RenewButton({ side, row }: OrderProps) {
  const { newest, act } = useAction({
    saves: renewals,
    thing: orderName(row),
    call: (userId, renewed) => renewOrder(userId, renewed, DEFAULT_LIFETIME_DAYS),
    change: (data) => data,
    showAnswer: showActionSuccess,
    showError: showActionWarning,
    refresh: marketChanged,
  });
  if (row.expiresAt === undefined || Date.parse(row.expiresAt) - Date.now() > SOON_MS) {
    return null;
  }
  return (
    <PausableButton
      className="text-sm"
      isPaused={newest !== undefined}
      aria-label={`Renew ${side} for ${DEFAULT_LIFETIME_DAYS} days: ${row.name}, size ${row.size}`}
      onClick={() => act(row)}
    >
      Renew for {DEFAULT_LIFETIME_DAYS} days
    </PausableButton>
  );
}
