import { counted } from '@perkex/core/counted.js';
import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import { lastSalesOf, priceQuestion } from '@perkex/core/panels/price-question.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import { isOfOrder, type ReviewedOrder, sizesOf } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { useUnprovedEmail } from '../identity/session/email-verification.js';
import { EmailVerificationNotice } from '../identity/session/email-verification-notice.js';
import { openReviewAgain } from '../orders/open-review.js';
import { forgetPendingOrder } from '../orders/pending-orders.js';
import { forgetAwaitingOrder, forgetUnfinishedOrder } from '../orders/stored-orders.js';
import { keepAwaitingOrder } from '../orders/unfinished-order.js';
import { useNavigate } from '../routing/hooks.js';
import { ShownSize } from '../sizing/shown-size.js';
import { sizesText } from '../sizing/sizes-text.js';
import { Button } from '../ui/button.js';
import { ActionBar } from './action-bar.js';
import { FeeLines } from './fee-lines.js';
import { FinalChecks } from './final-checks.js';
import { MetSize } from './other-sizes.js';
import { PriceQuestionDialog } from './price-question-dialog.js';
import { relistText } from './relist-choice.js';
import { ReplacesNote } from './replaces-note.js';
import { type ReviewNotice, reviewNotice } from './review-notice.js';
import { StepHeading } from './step-heading.js';
import { submitOrder } from './submit-order.js';
import type { TradeSide } from './trade-side.js';
import { TraderDetails } from './trader-details.js';
import type { Trader } from './use-trader.js';

interface OrderReviewProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly trader: Trader;
  readonly market: PanelMarket;
  readonly order: ReviewedOrder;
  readonly onBack: () => void;
  readonly onPriceInstead: (priceCents: number) => void;
}

/** The review of a sale, an ask, a purchase or a bid (section 2). */
export function OrderReview({ side, product, trader, market, order, ...on }: OrderReviewProps) {
  const texts = side.modes[order.mode];
  const [isChecked, setIsChecked] = useState(side.checks.areFixed || order.isChecked);
  const isAwaitingProof = useAwaitingOrder(order);
  const { isConfirmed, confirm } = useConfirm(side);
  const [isAsking, setIsAsking] = useState(false);
  const doubt = priceDoubt(side, product, market, order);
  const isPlaced = useIsPlaced(trader, order);
  const notice = isConfirmed ? null : isPlaced ? PLACED : reviewNotice(order, market);
  const isBlocked = notice?.isBlocked ?? false;
  const sizes = sizesOf(order);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <StepHeading>{texts.reviewTitle}</StepHeading>
        <p className="mt-2">{texts.prompt}</p>
        <ReplacesNote side={side.orderSide} replaces={order.replaces} />
        <MarketNotice notice={notice} onBack={on.onBack} onPriceInstead={on.onPriceInstead} />
      </div>
      <EmailVerificationNotice isAtOrder />
      <div className="flex justify-between gap-4">
        <div>
          <p className="text-sm text-muted">{texts.priceName}</p>
          <p className={`price text-3xl ${isBlocked ? 'text-muted line-through' : ''}`}>
            {priceText(order.priceCents)}
          </p>
        </div>
        <div className="text-right">
          <p className="text-sm text-muted">Size</p>
          <p className="price text-3xl">{sizesText(sizes)}</p>
          {sizes.length === 1 ? <ShownSize shoe={product} size={order.size} className="text-sm" /> : null}
        </div>
      </div>
      {sizes.length === 1 ? null : (
        <div className="text-sm text-muted">
          <p>You buy one pair: the first size that trades removes the bids for the others.</p>
          <MetSize product={product} sizes={sizes} priceCents={order.priceCents} />
        </div>
      )}
      {order.expiresIn === undefined ? null : (
        <p className="text-sm text-muted">
          Your {side.orderSide} expires after {counted(order.expiresIn, 'day')}.
        </p>
      )}
      {order.isRelisting === undefined ? null : (
        <p className="text-sm text-muted">{relistText(order.isRelisting)}</p>
      )}
      <FeeLines priceCents={order.priceCents} fees={side.fees(order.priceCents, trader.sellerLevel)} />
      <TraderDetails details={side.details} trader={trader} isFull />
      <NextSteps
        steps={[...texts.next, ...(haveDealsStarted() ? texts.nextOfDeal : [side.nextWithoutDeals])]}
      />
      <FinalChecks checks={side.checks} areTicked={order.isChecked} onChange={setIsChecked} />
      <ActionBar
        look={side.orderSide}
        back={
          <Button className="min-h-12" onClick={isConfirmed ? () => {} : on.onBack}>
            {side.backFromReview}
          </Button>
        }
        nextLabel={texts.confirmButton}
        canContinue={isChecked && !isConfirmed && !isBlocked && !isAwaitingProof}
        obstacle={obstacleOf({ isAwaitingProof, isConfirmed, isBlocked, isChecked })}
        confirmation={{
          orderId: order.id,
          onConfirm: doubt.isOpen ? () => setIsAsking(true) : () => confirm(order),
        }}
      />
      {isAsking && doubt.isOpen && !isBlocked ? (
        <PriceQuestionDialog
          priceName={texts.priceName}
          mode={order.mode}
          priceCents={order.priceCents}
          size={order.size}
          reference={doubt.reference}
          onContinue={() => confirm({ ...order, isPriceConfirmed: true })}
          onBack={order.mode === 'place' ? on.onBack : () => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}

/**
 * A price that its user has to confirm before the order is placed: the market may have moved since the review opened.
 */
function priceDoubt(side: TradeSide, product: Product, market: PanelMarket, order: ReviewedOrder) {
  const sales = lastSalesOf(order.size, [...product.olderSales, ...product.sales]);
  const reference = priceQuestion(side.orderSide, order.priceCents, market, sales);
  const isDoubted = reference !== null || (order.isPriceDoubted ?? false);
  return { reference, isOpen: isDoubted && !order.isPriceConfirmed };
}

/**
 * Stores the order while its user has to verify their e-mail. The link in the mail leads back to it.
 * @returns true if the order is waiting for that
 */
function useAwaitingOrder(order: ReviewedOrder): boolean {
  const isAwaiting = useUnprovedEmail() !== null;
  useEffect(() => {
    if (isAwaiting) {
      keepAwaitingOrder(order);
    }
  }, [isAwaiting, order]);
  return isAwaiting;
}

/** Posts the order once and navigates to the dashboard without waiting (section 4, "Order flow"). */
function useConfirm(side: TradeSide) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // A second press may come before the state has changed.
  const wasPressed = useRef(false);
  const [isConfirmed, setIsConfirmed] = useState(false);

  const confirm = (order: ReviewedOrder) => {
    if (wasPressed.current) {
      return;
    }
    wasPressed.current = true;
    setIsConfirmed(true);
    submitOrder(client, order, (nextTry) => openReviewAgain(client, navigate, nextTry, { replace: false }));
    forgetUnfinishedOrder();
    forgetAwaitingOrder();
    // Replaces the review, so that Back does not return to a placed order.
    navigate(side.dashboard, { replace: true });
  };
  return { isConfirmed, confirm };
}

const PLACED: ReviewNotice = {
  text: 'This order has already been placed: you will find it on your dashboard.',
  isBlocked: true,
  priceInsteadCents: null,
};

/**
 * True if an order turns out to be placed after a lost response. Reviewing it again would then place a second order.
 */
function useIsPlaced({ data }: Trader, order: ReviewedOrder): boolean {
  const lists = data ? [data.asks, data.bids, data.sales, data.purchases] : [];
  const isPlaced = lists.some((rows) => rows.some((row) => isOfOrder(row, order.id)));
  useEffect(() => {
    if (isPlaced) {
      forgetUnfinishedOrder();
      forgetPendingOrder(order);
    }
  }, [isPlaced, order]);
  return isPlaced;
}

interface ReviewProgress {
  readonly isAwaitingProof: boolean;
  readonly isConfirmed: boolean;
  readonly isBlocked: boolean;
  readonly isChecked: boolean;
}

function obstacleOf({ isAwaitingProof, isConfirmed, isBlocked, isChecked }: ReviewProgress): string | null {
  if (isAwaitingProof) {
    return 'Confirm your e-mail first.';
  }
  if (isConfirmed) {
    return 'Placing your order …';
  }
  if (isBlocked) {
    return 'This order can no longer be placed: see above.';
  }
  return isChecked ? null : 'Tick both boxes first.';
}

interface MarketNoticeProps {
  readonly notice: ReviewNotice | null;
  readonly onBack: () => void;
  readonly onPriceInstead: (priceCents: number) => void;
}

/** Describes how the market has moved since the review was opened. */
function MarketNotice({ notice, onBack, onPriceInstead }: MarketNoticeProps) {
  const priceInsteadCents = notice?.priceInsteadCents ?? null;
  return (
    <div role="status">
      {notice === null ? null : (
        <div className="mt-4 flex flex-col items-start gap-3 rounded-card bg-card p-4">
          <p>{notice.text}</p>
          <div className="flex flex-wrap gap-2">
            {priceInsteadCents === null ? null : (
              <Button look="strong" onClick={() => onPriceInstead(priceInsteadCents)}>
                Use {priceText(priceInsteadCents)} instead
              </Button>
            )}
            <Button onClick={onBack}>Change your price</Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The steps that follow the confirmation of an order. */
function NextSteps({ steps }: { readonly steps: readonly string[] }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card bg-card p-4">
      <h2 id={titleId} className="font-sans text-sm font-semibold [font-stretch:100%]">
        What happens next
      </h2>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-sm">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
