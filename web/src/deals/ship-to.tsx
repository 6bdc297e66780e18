import type { OwnDeal } from '../api/deals.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** True while the seller is to ship the pair. */
export function isToBeShipped({ party, state }: Pick<OwnDeal, 'party' | 'state'>): boolean {
  return party === 'seller' && state === 'paid';
}

/** The address that the seller ships to, or how to get it. */
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
