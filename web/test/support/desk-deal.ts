import {
  DESK_QUEUES,
  type Desk,
  type DeskDeal,
  type DeskQueue,
  type DeskRow,
} from '@perkex/contract/desk.js';

export const CODE = '7-0V9K-2M3B-1RFH-TQ8Z-K';

/** A deal in a list of the desk. */
export const ROW: DeskRow = {
  code: CODE,
  productId: 7,
  name: 'Air Runner Low',
  brand: null,
  thumbnail: '/drawings/7.svg',
  size: '9',
  price: 200,
  state: 'received',
  since: '2026-11-26T18:00:00.000Z',
  dueAt: null,
  isOverdue: false,
  isOwn: false,
};

/** A deal in which the member can do nothing. */
export function deskDeal(changes: Partial<DeskDeal> = {}): DeskDeal {
  return {
    ...ROW,
    styleCode: 'AR-7',
    version: 4,
    tradedAt: '2026-11-24T18:00:00.000Z',
    buyerPays: 216,
    sellerGets: 165,
    payment: 'held',
    payout: 'none',
    claim: 'none',
    penalty: 'none',
    choice: 'none',
    balances: [],
    sendTo: null,
    deskSteps: [],
    financeSteps: [],
    events: [],
    checklist: null,
    expected: null,
    reservation: null,
    reviews: [],
    photos: [],
    claimPhotos: [],
    ...changes,
  };
}

/** The desk of a member, with as many deals in its queues. */
export function deskOf(role: Desk['role'], counts: Partial<Record<DeskQueue, number>> = {}): Desk {
  return {
    name: 'ann',
    role,
    hasDigest: true,
    queues: DESK_QUEUES.map((queue) => ({ queue, count: counts[queue] ?? 0, oldest: null })),
  };
}
