import { DEADLINE_EVENTS } from './table/deadline-events.js';
import { DESK_EVENTS } from './table/desk-events.js';
import { PARTY_EVENTS } from './table/party-events.js';
import { PAYMENT_EVENTS } from './table/payment-events.js';
import { REFUND_AND_PAYOUT_EVENTS } from './table/refund-and-payout-events.js';
import { SHIPPING_EVENTS } from './table/shipping-events.js';
import type { TransitionTable } from './transition.js';

/** The table of all transitions: what each event does in each state, or why it is refused. */
export const TRANSITIONS: TransitionTable = {
  ...PAYMENT_EVENTS,
  ...SHIPPING_EVENTS,
  ...DESK_EVENTS,
  ...PARTY_EVENTS,
  ...REFUND_AND_PAYOUT_EVENTS,
  ...DEADLINE_EVENTS,
};
