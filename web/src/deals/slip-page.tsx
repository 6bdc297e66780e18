import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { OwnDeal } from '../api/deals.js';
import { Pair, PaperPage, Part } from './paper.js';
import { isToBeShipped, ShipTo } from './ship-to.js';
import { SlipCodes } from './slip-codes.js';

const NO_SLIP = 'A packing slip is for a pair that you are to send to PerkeX.';

/**
 * The paper in a parcel to us (after-the-trade, "For both traders"). It names neither party: the desk finds the
 * deal by its code.
 */
export function SlipPage() {
  return (
    <PaperPage title="Packing slip" absence={(deal) => (isToBeShipped(deal) ? null : NO_SLIP)}>
      {(deal) => <Slip deal={deal} />}
    </PaperPage>
  );
}

function Slip({ deal }: { readonly deal: OwnDeal }) {
  return (
    <>
      <SlipCodes code={dealCode({ productId: deal.productId, id: deal.id })} />
      <Part title="The pair">
        <Pair deal={deal} />
      </Part>
      <Part title="In the parcel">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>{deal.party === 'seller' ? 'Both shoes, new and unworn' : 'Both shoes'}</li>
          <li>Their original box, undamaged, inside another one</li>
          <li>Everything that came with them, such as extra laces</li>
          <li>This slip</li>
        </ul>
      </Part>
      <Part title="Ship to" isPrinted={deal.shipTo !== null}>
        <ShipTo address={deal.shipTo} />
      </Part>
    </>
  );
}
