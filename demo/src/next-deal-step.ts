import type { Deal, Party } from '@perkex/core/deals/deal.js';
import type { PLAIN_EVENTS } from '@perkex/core/deals/deal-event.js';

/** A step that a house account, the demonstration's desk or a carrier takes. */
export interface DemoStep {
  readonly by: Party | 'desk' | 'second-member' | 'carrier';
  readonly type: (typeof PLAIN_EVENTS)[number];
}

/**
 * The next step of a deal that does not wait for a visitor, a provider or a clock; null if it does.
 * @param houses the parties that are house accounts
 * @param isFailing whether a house account's pair fails the verification
 */
export function nextDealStep(deal: Deal, houses: ReadonlySet<Party>, isFailing: boolean): DemoStep | null {
  const { state, claim, choice, penalty, parcelOut } = deal;
  if (penalty === 'appealed') {
    return { by: 'second-member', type: 'waive-penalty' };
  }
  switch (state) {
    case 'paid':
      return houses.has('seller') ? { by: 'seller', type: 'ship' } : null;
    case 'shipped':
      return { by: 'desk', type: 'receive' };
    case 'received':
      return { by: 'desk', type: houses.has('seller') && isFailing ? 'fail' : 'pass' };
    case 'objectable':
      if (deal.hasObjected) {
        return { by: 'second-member', type: 'pass' };
      }
      return houses.has('seller') ? { by: 'seller', type: 'accept-verdict' } : null;
    case 'verified':
      return { by: 'desk', type: 'send' };
    case 'sent':
      return { by: 'carrier', type: 'parcel-arrived' };
    case 'delivered':
      if (claim === 'open') {
        return { by: 'desk', type: 'request-return' };
      }
      if (claim === 'return') {
        return { by: 'desk', type: 'receive' };
      }
      return claim === 'none' && houses.has('buyer') ? { by: 'buyer', type: 'confirm' } : null;
    case 'rejected':
      if (parcelOut === 'none') {
        return { by: 'desk', type: 'return-pair' };
      }
      return choice === 'open' && houses.has('buyer') ? { by: 'buyer', type: 'choose-refund' } : null;
    default:
      return null;
  }
}
