import { priceText } from '@perkex/core/market/price-text.js';
import type { PanelMarket } from '@perkex/core/panels/panel.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetUnfinishedOrder, type UnfinishedOrder } from '../session/unfinished-order.js';
import { Button } from '../ui/button.js';
import { ActionBar } from './action-bar.js';
import type { Review } from './arrival.js';
import { FeeLines } from './fee-lines.js';
import { FinalChecks } from './final-checks.js';
import { reviewNotice } from './review-notice.js';
import { StepHeading } from './step-heading.js';
import { submitOrder } from './submit-order.js';
import type { TradeSide } from './trade-side.js';
import { TraderDetails } from './trader-details.js';
import type { Trader } from './use-trader.js';

interface OrderReviewProps {
  readonly side: TradeSide;
  readonly trader: Trader;
  readonly market: PanelMarket;
  readonly review: Review;
  readonly order: UnfinishedOrder;
  readonly onBack: () => void;
}

/** The review of a sale, an ask, a purchase or a bid (section 2). */
export function OrderReview({ side, trader, market, review, order, onBack }: OrderReviewProps) {
  const texts = side.modes[review.mode];
  const [isChecked, setIsChecked] = useState(side.checks.areFixed);
  const { isConfirmed, confirm } = useConfirm(side, trader.uid, review, order);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <StepHeading>{texts.reviewTitle}</StepHeading>
        <p className="mt-2">{texts.prompt}</p>
        <MarketNotice text={isConfirmed ? null : reviewNotice(side.flow, review, market)} onBack={onBack} />
      </div>
      <div className="flex justify-between gap-4">
        <div>
          <p className="text-sm text-muted">{texts.priceName}</p>
          <p className="price text-3xl">{priceText(review.price)}</p>
        </div>
        <div className="text-right">
          <p className="text-sm text-muted">Size</p>
          <p className="price text-3xl">{order.size}</p>
        </div>
      </div>
      <FeeLines fees={side.fees(review.price)} />
      <TraderDetails details={side.details} trader={trader} />
      <FinalChecks checks={side.checks} onChange={setIsChecked} />
      <ActionBar
        look={side.look}
        back={side.backFromReview}
        onBack={isConfirmed ? () => {} : onBack}
        onward={texts.confirmButton}
        canGoOn={isChecked && !isConfirmed}
        obstacle={obstacleOf(isChecked, isConfirmed)}
        onGoOn={confirm}
      />
    </div>
  );
}

/** Posts the order once and goes on to the dashboard at once (section 4, "Order flow"). */
function useConfirm(side: TradeSide, uid: string, review: Review, order: UnfinishedOrder) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // The state comes a moment after the press; a second press may be faster.
  const wasPressed = useRef(false);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const confirm = () => {
    if (wasPressed.current) {
      return;
    }
    wasPressed.current = true;
    setIsConfirmed(true);
    submitOrder(client, uid, { id: review.id, call: side.modes[review.mode].call, order });
    forgetUnfinishedOrder();
    // In place of the review: the way back does not lead to an order that is placed.
    void navigate(side.dashboard, { replace: true });
  };
  return { isConfirmed, confirm };
}

function obstacleOf(isChecked: boolean, isConfirmed: boolean): string | null {
  if (isConfirmed) {
    return 'Your order is on its way to the market …';
  }
  return isChecked ? null : 'Tick both boxes first.';
}

/** The market has moved away from what is reviewed. */
function MarketNotice({ text, onBack }: { text: string | null; onBack: () => void }) {
  return (
    <div role="status">
      {text === null ? null : (
        <div className="mt-4 flex flex-col items-start gap-3 rounded-card bg-card p-4">
          <p>{text}</p>
          <Button onClick={onBack}>Change your price</Button>
        </div>
      )}
    </div>
  );
}
