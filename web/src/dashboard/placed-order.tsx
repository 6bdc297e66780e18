import type { SaleRow } from '@perkex/contract/user-data.js';
import { UNDO_MS } from '@perkex/core/deals/clocks.js';
import { amountText, priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { SellerLevel } from '@perkex/core/seller-levels.js';
import { X } from 'lucide-react';
import { useId } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import { useAcceptedOrder } from '../api/orders.js';
import { paths } from '../links/paths.js';
import { buyerFeeBreakdown, sellerFeeBreakdown } from '../products/fee-breakdown.js';
import { STEP_WITHOUT_DEALS, STEPS_OF_OPEN_ORDER, stepsOfDeal, UNDO_STEP } from '../products/next-steps.js';
import { ProductPicture } from '../products/product-picture.js';
import { useSellerLevel } from '../products/seller-level.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { buttonClass, IconButton } from '../ui/button.js';
import { ShareButton } from '../ui/share-button.js';
import { useUserData } from '../user/user.js';
import { type AcceptedRow, closeAcceptedOrder, type OrderList } from './accepted-order.js';
import { expiryText } from './expiry-text.js';
import { totalCents } from './rows.js';
import { SizesOfGroup } from './sizes-of-group.js';

interface PlacedTexts {
  readonly side: Side;
  readonly title: string;
  /** The name of the total, fees included. */
  readonly total: string;
}

const TEXTS: Readonly<Record<OrderList, PlacedTexts>> = {
  bids: { side: 'bid', title: 'Your bid is placed', total: 'You pay if a seller takes it' },
  purchases: { side: 'bid', title: 'You bought this pair', total: 'You pay' },
  asks: { side: 'ask', title: 'Your ask is placed', total: 'You get when it sells' },
  sales: { side: 'ask', title: 'You sold this pair', total: 'You get' },
};

export function placedTitle({ list }: AcceptedRow): string {
  return TEXTS[list].title;
}

/** Confirms a newly accepted order, above the list where it is: the pair, the total, the next steps, and links. */
export function PlacedOrder({ accepted }: { readonly accepted: AcceptedRow }) {
  const titleId = useId();
  const { row } = accepted;
  const hasTaken = useAcceptedOrder(({ own }) => own?.takes === true);
  const bids = useUserData().data?.bids ?? [];
  const { side, title, total } = TEXTS[accepted.list];
  const level = useSellerLevel(side === 'ask');
  const priceCents = row.price === null ? null : dollarsToCents(row.price);
  const cents = totalOf(accepted, side, priceCents, level);
  return (
    <section
      aria-labelledby={titleId}
      className="relative mt-3 mb-4 rounded-card border border-line bg-card p-4 md:p-5"
    >
      <div className="flex gap-4 pr-10 md:gap-5">
        <div className="w-24 shrink-0 self-start rounded-control bg-paper p-2 md:w-36">
          <ProductPicture src={row.thumbnail} />
        </div>
        <div className="min-w-0">
          <h2 id={titleId} className="text-xl md:text-2xl">
            {title}
          </h2>
          <p className="mt-1 font-semibold wrap-anywhere">{row.name}</p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>
              Size {row.size} <ShownSize shoe={row} size={row.size} className="text-sm" />
            </span>
            {accepted.list === 'bids' ? <SizesOfGroup row={row} rows={bids} /> : null}
            <span className="tabular-nums">{priceText(priceCents)}</span>
            <Expiry row={row} />
          </p>
        </div>
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
        <span className="text-sm text-muted">{cents < 0 ? total.replace('You get', 'You owe') : total}</span>
        <span className="price text-2xl">{amountText(Math.abs(cents))}</span>
      </p>
      <h3 className="mt-3 font-sans text-sm font-semibold [font-stretch:100%]">What happens next</h3>
      <ol className="mt-1 flex list-decimal flex-col gap-1 pl-5 text-sm">
        {nextSteps(accepted, side, hasTaken).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Links accepted={accepted} />
      <IconButton name="Close" className="absolute top-1 right-1" onClick={closeAcceptedOrder}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}

function Expiry({ row }: Pick<AcceptedRow, 'row'>) {
  return 'expiresAt' in row && row.expiresAt !== undefined ? (
    <span>{expiryText(row.expiresAt, Date.now())}</span>
  ) : null;
}

function Links({ accepted: { list, row } }: { readonly accepted: AcceptedRow }) {
  const deal = isTrade(list, row) ? row.deal : null;
  const { productId, name, size } = row;
  if (productId === null) {
    return null;
  }
  const product = paths.product(productId, size);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {deal === null ? (
        <Link to={product} className={buttonClass()}>
          See the sneaker
        </Link>
      ) : (
        <Link to={paths.deal(deal)} className={buttonClass('strong')}>
          See your order
        </Link>
      )}
      <ShareButton title={name} path={product} />
    </div>
  );
}

function isTrade(list: OrderList, row: AcceptedRow['row']): row is SaleRow {
  return (list === 'sales' || list === 'purchases') && 'total' in row;
}

function totalOf(
  { list, row }: AcceptedRow,
  side: Side,
  priceCents: number | null,
  level: SellerLevel,
): number {
  if (isTrade(list, row)) {
    return totalCents([row]);
  }
  const price = priceCents ?? 0;
  return (side === 'ask' ? sellerFeeBreakdown(price, level) : buyerFeeBreakdown(price)).totalCents;
}

/** @param hasTaken true for a trade by a button of the user: only they may undo it */
function nextSteps({ list, row }: AcceptedRow, side: Side, hasTaken: boolean): readonly string[] {
  const isTraded = isTrade(list, row);
  const dealSteps = haveDealsStarted() ? stepsOfDeal(side, isTraded) : [STEP_WITHOUT_DEALS[side]];
  if (!isTraded) {
    return [...STEPS_OF_OPEN_ORDER[side], ...dealSteps];
  }
  return haveDealsStarted() && hasTaken && Date.now() < Date.parse(row.date) + UNDO_MS
    ? [...dealSteps, UNDO_STEP[side]]
    : dealSteps;
}
