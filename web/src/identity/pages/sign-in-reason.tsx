import { priceText } from '@perkex/core/market/price-text.js';
import { useState } from 'react';
import type { UnfinishedOrder } from '../../api/orders.js';
import type { toWatch } from '../../links/login-to-watch.js';
import { readUnfinishedOrder } from '../../orders/unfinished-order.js';
import { useLocation } from '../../routing/hooks.js';
import { SESSION_ENDED, useAuth } from '../session/auth-store.js';

/** The reason why the visitor is asked to log in or sign up, if they were sent here. */
export function SignInReason({ verb }: { verb: 'Log in' | 'Sign up' }) {
  // As it was on arrival: a failed attempt does not change the reason.
  const [order] = useState(readUnfinishedOrder);
  const [hasEnded] = useState(() => useAuth.getState().hasSessionEnded);
  const watch = wantedWatch(useLocation().state);
  if (watch !== null) {
    return <p className="wrap-anywhere">{`${verb} to watch ${watch}.`}</p>;
  }
  if (order !== null) {
    return <p className="wrap-anywhere">{`${verb} to ${purpose(order)}.`}</p>;
  }
  return hasEnded ? <p>{SESSION_ENDED}</p> : null;
}

function purpose({ flow, mode, name, size, priceCents }: UnfinishedOrder): string {
  const item = `${name}, size ${size}`;
  if (mode === 'now') {
    return `${flow} ${item}, for ${priceText(priceCents)}`;
  }
  return `place your ${flow === 'sell' ? 'ask' : 'bid'} of ${priceText(priceCents)} on ${item}`;
}

/** The wanted watch in words; null if the state, which may hold anything, has none. */
function wantedWatch(state: unknown): string | null {
  const { watch, what } = (state ?? {}) as Partial<ReturnType<typeof toWatch>>;
  return typeof watch === 'string' && typeof what === 'string' ? what : null;
}
