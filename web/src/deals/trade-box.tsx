import { dealCode } from '@perkex/core/deals/deal-code.js';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import type { OwnDeal } from '../api/deals.js';
import { BoxLabel } from '../box/box-label.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { BarCode } from '../ui/bar-code.js';
import { buttonClass } from '../ui/button.js';
import { ShareButton } from '../ui/share-button.js';
import { hasReceipt } from './has-receipt.js';
import { outlookOf } from './outlook.js';
import { useDeadline } from './use-moment.js';

/** False once the trade was undone or not paid. */
export function isBoxed({ cancellation }: Pick<OwnDeal, 'cancellation'>): boolean {
  return cancellation !== 'undone' && cancellation !== 'payment';
}

/** The label of a trade's box, with the number of the trade as a bar code. */
export function DealLabel({ deal }: { readonly deal: OwnDeal }) {
  const code = dealCode(deal);
  return (
    <BoxLabel pair={deal}>
      <div className="flex min-w-0 flex-col">
        <BarCode text={code.replaceAll('-', '')} name="The number of the trade as a bar code" />
        <p className="text-sm tracking-wide tabular-nums wrap-anywhere">{code}</p>
      </div>
    </BoxLabel>
  );
}

/** The box of a trade: its label, which opens to the next step and the papers of its user. */
export function TradeBox({ deal }: { readonly deal: OwnDeal }) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const Arrow = isOpen ? ChevronUp : ChevronDown;
  return (
    <section aria-label="The box" className="flex flex-col">
      <DealLabel deal={deal} />
      <div className="mx-3 rounded-b-card border border-t-0 border-line bg-card">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 px-4 font-semibold"
        >
          {isOpen ? 'Close the box' : 'Open the box'}
          <Arrow aria-hidden className="size-5" />
        </button>
        <div id={contentId}>{isOpen ? <InsideOfBox deal={deal} /> : null}</div>
      </div>
    </section>
  );
}

function InsideOfBox({ deal }: { readonly deal: OwnDeal }) {
  const { next, dueAt } = outlookOf(deal);
  const deadline = useDeadline();
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p className="max-w-prose">
        {next}
        {dueAt === null ? null : (
          <>
            {' '}
            By <time dateTime={dueAt}>{deadline(dueAt)}</time>.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {hasReceipt(deal) ? (
          <Link to={paths.dealReceipt(deal.id)} className={buttonClass()}>
            Receipt
          </Link>
        ) : null}
        <Link to={paths.dealBox(deal.id)} className={buttonClass()}>
          Print the label
        </Link>
        <ShareButton
          title={`${deal.name} in size ${deal.size}`}
          path={paths.soldPair(deal.productId, deal.id)}
          shows="It shows the pair, its price and the day, and no names."
        />
      </div>
      <p className="text-sm text-muted">
        Everyone with the link sees the pair, its price and the day, but not who traded.
      </p>
    </div>
  );
}
