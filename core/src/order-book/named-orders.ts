import { cancelOpen, type State, statusIn } from './book-state.js';
import type {
  Cancellation,
  CancellationAnswer,
  Extension,
  ExtensionAnswer,
  NamedOrder,
  OrderRefusal,
  RefusalCode,
  Refused,
  Side,
} from './order.js';

/** Lets an open order expire later, or earlier, or changes whether it is placed again if its buyer does not pay. */
export function extend(state: State, extension: Extension): ExtensionAnswer {
  const { userId, side, order, lifetimeMs } = extension;
  const notOpen = whyNotOpen(state, order, side);
  if (notOpen || !order) {
    return refused(notOpen ?? 'unknown-order');
  }
  const { seq } = order;
  const { expiresAtMs = null, isRelisting = true } = state.extended.get(seq) ?? order;
  state.extended.set(seq, {
    seq,
    userId,
    expiresAtMs: lifetimeMs === undefined ? expiresAtMs : state.nowMs + lifetimeMs,
    isRelisting: extension.isRelisting ?? isRelisting,
  });
  return { kind: 'extended' };
}

/** Cancels an open order; one that is cancelled stays so. */
export function cancel(state: State, { userId, side, order, reason }: Cancellation): CancellationAnswer {
  if (!order || order.side !== side) {
    return refused('unknown-order');
  }
  const status = statusIn(state, order);
  if (status === 'traded') {
    return refused('already-traded');
  }
  const wasOpen = status === 'open';
  if (wasOpen) {
    cancelOpen(state, userId, side, order.seq, reason);
  }
  return { kind: 'cancelled', wasOpen };
}

/** The reason why an order cannot be replaced; null if it is open. */
export function whyNotOpen(
  state: State,
  order: NamedOrder | null,
  side: Side,
): Extract<OrderRefusal, 'unknown-order' | 'already-traded'> | null {
  if (!order || order.side !== side) {
    return 'unknown-order';
  }
  const status = statusIn(state, order);
  if (status === 'open') {
    return null;
  }
  return status === 'traded' ? 'already-traded' : 'unknown-order';
}

export function refused<Code extends RefusalCode>(code: Code): Refused<Code> {
  return { kind: 'refused', code };
}
