import { CREDIT_EVENTS } from './credit-events.js';
import { DEADLINE_EVENTS } from './deadline-events.js';
import { DEBT_EVENTS } from './debt-events.js';
import { DESK_EVENTS } from './desk-events.js';
import { PARTY_EVENTS } from './party-events.js';
import { PAYMENT_EVENTS } from './payment-events.js';
import { REFUND_AND_PAYOUT_EVENTS } from './refund-and-payout-events.js';
import { SHIPPING_EVENTS } from './shipping-events.js';
import type { TransitionTable } from './transition.js';

/** The table of all transitions: what each event does in each state, or why it is refused. */
export const TRANSITIONS: TransitionTable = {
  ...PAYMENT_EVENTS,
  ...SHIPPING_EVENTS,
  ...DESK_EVENTS,
  ...PARTY_EVENTS,
  ...REFUND_AND_PAYOUT_EVENTS,
  ...CREDIT_EVENTS,
  ...DEBT_EVENTS,
  ...DEADLINE_EVENTS,
};
