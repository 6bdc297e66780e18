import { LOST_ON_THE_WAY_TO_THE_BUYER, LOST_ON_THE_WAY_TO_US } from './failures.js';
import { type Case, refuse, type Transition, type TransitionTable } from './transition.js';

const DELIVERED = {
  to: 'delivered',
  set: { parcelOut: 'arrived' },
  clock: 'claim',
  notify: ['buyer', 'seller'],
} as const;

const RECEIVED = {
  to: 'received',
  set: { parcelIn: 'arrived' },
  clock: 'desk',
  notify: ['buyer', 'seller'],
} as const satisfies Transition;

const ARRIVED_AFTER_ALL = [
  refuse('already-done', 'the pair reached us'),
  // It is ours, and does not go back.
  { if: ['the seller gets a payout'], set: { parcelIn: 'arrived' } },
  { set: { parcelIn: 'arrived' }, notify: ['seller'] },
] as const satisfies readonly Case[];

const PAIR_RETURNED = [
  refuse('no-pair', "no seller's pair at the desk"),
  { set: { parcelOut: 'announced' }, notify: ['seller'] },
] as const satisfies readonly Case[];

const RETURN_CORRECTED = [
  refuse('no-pair', 'no parcel from us on its way'),
  { notify: ['seller'] },
] as const satisfies readonly Case[];

/** Parcels, from the seller to us and from us to the buyer. */
export const SHIPPING_EVENTS = {
  ship: {
    by: ['seller'],
    in: {
      paid: [{ to: 'shipped', set: { parcelIn: 'announced' }, clock: 'transit-in', notify: ['buyer'] }],
    },
  },
  extend: {
    by: ['seller'],
    in: {
      paid: [
        refuse('already-done', 'already extended'),
        { set: { isExtended: true }, clock: 'extension', notify: ['buyer'] },
      ],
    },
  },
  'parcel-moving': {
    by: ['provider'],
    in: {
      shipped: [
        refuse('already-done', 'inbound is moving'),
        refuse('already-done', 'inbound arrived'),
        { set: { parcelIn: 'moving' } },
      ],
      sent: [refuse('already-done', 'outbound is moving'), { set: { parcelOut: 'moving' } }],
    },
  },
  'parcel-late': {
    by: ['provider'],
    in: {
      shipped: [
        refuse('already-done', 'inbound is late'),
        refuse('already-done', 'inbound arrived'),
        { set: { parcelIn: 'late' }, notify: ['buyer', 'seller'] },
      ],
      sent: [
        refuse('already-done', 'outbound is late'),
        { set: { parcelOut: 'late' }, notify: ['buyer', 'desk'] },
      ],
    },
  },
  // The carrier's word. The desk's scan moves the deal.
  'parcel-arrived': {
    by: ['provider'],
    in: {
      shipped: [
        refuse('already-done', 'inbound arrived'),
        { set: { parcelIn: 'arrived' }, notify: ['desk'] },
      ],
      sent: [DELIVERED],
    },
  },
  'parcel-lost': {
    by: ['provider'],
    in: { shipped: [LOST_ON_THE_WAY_TO_US], sent: [LOST_ON_THE_WAY_TO_THE_BUYER] },
  },
  receive: {
    by: ['member'],
    in: {
      paid: [RECEIVED],
      shipped: [RECEIVED],
      // The buyer's return after a claim.
      delivered: [
        refuse('already-done', 'already ending'),
        refuse('no-claim', 'no return agreed'),
        {
          set: { claim: 'decided', ending: 'closed', isOverdue: false },
          clock: 'none',
          money: ['owe the payment', 'refund'],
          notify: ['buyer'],
        },
      ],
      lost: ARRIVED_AFTER_ALL,
      cancelled: ARRIVED_AFTER_ALL,
      // Only a pair whose parcel was lost on its way to us.
      closed: ARRIVED_AFTER_ALL,
    },
  },
  send: {
    by: ['member'],
    in: {
      verified: [
        refuse('payment-disputed', 'payment disputed'),
        refuse('payment-disputed', 'charged back'),
        { to: 'sent', set: { parcelOut: 'announced' }, clock: 'transit-out', notify: ['buyer'] },
      ],
    },
  },
  'return-pair': {
    by: ['member'],
    in: {
      rejected: [
        refuse('already-done', 'already ending'),
        { set: { parcelOut: 'announced', ending: 'closed' }, notify: ['seller'] },
      ],
      lost: PAIR_RETURNED,
      cancelled: PAIR_RETURNED,
      closed: PAIR_RETURNED,
    },
  },
  // The tracking number of a parcel from us was wrong, or was missing.
  'correct-parcel': {
    by: ['member'],
    in: {
      sent: [{ notify: ['buyer'] }],
      rejected: RETURN_CORRECTED,
      lost: RETURN_CORRECTED,
      cancelled: RETURN_CORRECTED,
      closed: RETURN_CORRECTED,
    },
  },
  'report-arrived': { by: ['buyer'], in: { sent: [DELIVERED] } },
  'report-missing': {
    by: ['buyer'],
    in: {
      sent: [
        refuse('already-done', 'reported missing'),
        { set: { isReportedMissing: true }, notify: ['desk'] },
      ],
    },
  },
} as const satisfies Partial<TransitionTable>;
