import { dealCode } from '@perkex/core/deals/deal-code.js';
import type { OwnDeal } from '../api/deals.js';
import { QrCode } from '../ui/qr-code.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { BarCode } from './bar-code.js';
import { LoadedDeal } from './loaded-deal.js';
import { Pair, Paper, Part } from './paper.js';
import { isToBeShipped, ShipTo } from './ship-to.js';

const TITLE = 'Packing slip';

/** The paper in the seller's parcel (after-the-trade, "For both traders"). It names neither party: the desk finds the deal by its code. */
export function SlipPage() {
  usePageTitle(TITLE);
  return (
    <LoadedDeal title={TITLE}>
      {(deal) => (
        <Paper
          title={TITLE}
          deal={deal}
          absence={
            isToBeShipped(deal)
              ? null
              : 'A packing slip is for the seller, from the payment until the pair is shipped.'
          }
        >
          <Slip deal={deal} />
        </Paper>
      )}
    </LoadedDeal>
  );
}

function Slip({ deal }: { readonly deal: OwnDeal }) {
  const code = dealCode({ productId: deal.productId, id: deal.id });
  // The hyphens are for people.
  const scanned = code.replaceAll('-', '');
  return (
    <>
      <div className="flex break-inside-avoid flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <BarCode text={scanned} name="The code as a bar code" />
          <p className="text-lg font-semibold tracking-wide tabular-nums wrap-anywhere">{code}</p>
        </div>
        <QrCode text={scanned} name="The code as a QR code" className="size-[32mm]" />
      </div>
      <Part title="The pair">
        <Pair deal={deal} />
      </Part>
      <Part title="In the parcel">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>Both shoes, new and unworn</li>
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
