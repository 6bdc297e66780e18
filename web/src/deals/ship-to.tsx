import type { OwnDeal } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** True while the user is to send the pair to PerkeX: its seller, or its buyer after a claim. */
export function isToBeShipped(deal: Pick<OwnDeal, 'party' | 'state' | 'steps' | 'timeline'>): boolean {
  return deal.party === 'seller' ? deal.state === 'paid' : isToBeReturned(deal);
}

/** True while the buyer is to send the pair back, or may keep it instead. */
export function isToBeReturned({
  party,
  steps,
  timeline,
}: Pick<OwnDeal, 'party' | 'steps' | 'timeline'>): boolean {
  const isRequested = timeline.some(({ event }) => event === 'request-return');
  return party === 'buyer' && isRequested && steps.includes('confirm');
}

/** The address that the user ships to, or how to get it. */
export function ShipTo({ address }: { readonly address: OwnDeal['shipTo'] }) {
  if (address === null) {
    return (
      <p className="max-w-prose">
        This market has not set its address for parcels yet. Before you ship, ask for it:{' '}
        <Link to={paths.helpPage('contact')} className="whitespace-nowrap underline underline-offset-4">
          Contact
        </Link>
        .
      </p>
    );
  }
  return (
    <address className="flex flex-col not-italic">
      {address.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address never move
        <span key={index} className="wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  );
}
