import { isPriceCents } from '@perkex/core/money.js';
import { DEFAULT_LIFETIME_DAYS } from '@perkex/core/order-book/lifetime.js';
import type { PanelMarket, PanelMode } from '@perkex/core/panels/panel.js';
import { lastSalesOf, type PriceReference, priceQuestion } from '@perkex/core/panels/price-question.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { haveDealsStarted } from '../api/deals.js';
import type { ReviewedOrder, UnfinishedOrder } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { paths } from '../links/paths.js';
import { areSettled, othersToSettle } from '../orders/open-review.js';
import { idForReview } from '../orders/pending-orders.js';
import { keepUnfinishedOrder } from '../orders/unfinished-order.js';
import { useNavigate } from '../routing/hooks.js';
import { OrderPanel } from './order-panel.js';
import { OrderReview } from './order-review.js';
import { PriceQuestionDialog } from './price-question-dialog.js';
import type { TradeSide } from './trade-side.js';
import { usePanel } from './use-panel.js';
import type { TradeSteps } from './use-trade-steps.js';
import type { Trader } from './use-trader.js';

interface OrderStepsProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly size: string;
  readonly market: PanelMarket;
  /** The same without the order that the new one replaces, with which its price is not compared. */
  readonly rivals: PanelMarket;
  readonly trader: Trader;
  readonly steps: TradeSteps;
}

/** An order with a doubtful price, and the action if the price is intended. */
interface Question {
  readonly order: ReviewedOrder;
  readonly reference: PriceReference;
  readonly open: (order: ReviewedOrder) => void;
}

/** Panel and review of a size. The state of the panel lives above both, so that it survives going back. */
export function OrderSteps({ side, product, size, market, rivals, trader, steps }: OrderStepsProps) {
  const [state, dispatch] = usePanel(side.panel, rivals, trader.standing, steps.arrival);
  const [question, setQuestion] = useState<Question | null>(null);
  // A page that is loaded again in the review has the choices of the review.
  const chosen = steps.arrival.review ?? steps.arrival;
  const [expiresIn, setExpiresIn] = useState(chosen.expiresIn ?? DEFAULT_LIFETIME_DAYS);
  const [isRelisting, setIsRelisting] = useState(chosen.isRelisting ?? true);
  const [otherSizes, setOtherSizes] = useState(chosen.otherSizes ?? []);
  const [isSettling, setIsSettling] = useState(false);
  const client = useQueryClient();
  const priceInput = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const orderOf = (mode: PanelMode, priceCents: number): UnfinishedOrder => ({
    flow: side.flow,
    productId: product.id,
    name: product.name,
    brand: product.brand,
    size,
    mode,
    priceCents,
    replaces: steps.arrival.replaces,
    ...(mode === 'place' && { expiresIn, otherSizes }),
    ...(side.orderSide === 'ask' && haveDealsStarted() && { isRelisting }),
  });

  /**
   * Every review is a new order with its own id. An earlier order of this product whose sending was given up comes
   * first: the same order keeps its id, so that it counts once; a different one waits until the earlier one is known
   * not to be placed.
   */
  const openReview = async (mode: PanelMode, priceCents: number, open: (order: ReviewedOrder) => void) => {
    const wanted = orderOf(mode, priceCents);
    const { userId } = trader;
    const order = { ...wanted, id: idForReview(userId, wanted), uid: userId, isChecked: false };
    const others = othersToSettle(order);
    if (others.length > 0) {
      setIsSettling(true);
      const isFree = await areSettled(client, others);
      setIsSettling(false);
      if (!isFree) {
        return;
      }
    }
    const sales = lastSalesOf(size, [...product.olderSales, ...product.sales]);
    const reference = priceQuestion(side.orderSide, priceCents, market, sales);
    if (reference === null) {
      open(order);
    } else {
      setQuestion({ order, reference, open });
    }
  };

  const reviewFromPanel = (mode: PanelMode, priceCents: number) => {
    if (trader.userId === '') {
      keepUnfinishedOrder(orderOf(mode, priceCents));
      navigate(paths.login);
    } else {
      void openReview(mode, priceCents, steps.openReview);
    }
  };

  /** The history then leads back here with this mode and price. */
  const keepChoice = () => {
    const { mode, ownPriceCents: priceCents } = state;
    steps.keepChoice({ mode, priceCents, expiresIn, isRelisting, otherSizes });
  };

  /** Afterwards the settings lead back here, with this size, mode and price. */
  const leaveForSettings = () => {
    const { mode, ownPriceCents } = state;
    const order = orderOf(mode, isPriceCents(ownPriceCents) ? ownPriceCents : 0);
    const { userId } = trader;
    // The next user of the tab must not see it. A visitor's draft is offered to the user who logs in.
    keepUnfinishedOrder(userId === '' ? order : { ...order, uid: userId });
    keepChoice();
  };

  const backToPrice = () => {
    // The dialog has to return the focus first.
    flushSync(() => setQuestion(null));
    priceInput.current?.focus();
    priceInput.current?.select();
  };

  return (
    <>
      {steps.review === null ? (
        <OrderPanel
          side={side}
          product={product}
          size={size}
          state={state}
          dispatch={dispatch}
          trader={trader}
          isSettling={isSettling}
          replaces={steps.arrival.replaces}
          expiresIn={expiresIn}
          onLifetime={setExpiresIn}
          isRelisting={isRelisting}
          onRelisting={setIsRelisting}
          otherSizes={otherSizes}
          onOtherSizes={setOtherSizes}
          priceInput={priceInput}
          toSizes={steps.toSizes}
          onReview={reviewFromPanel}
          onLookUp={keepChoice}
          onLeave={leaveForSettings}
        />
      ) : (
        <OrderReview
          side={side}
          product={product}
          trader={trader}
          market={market}
          order={steps.review}
          onBack={steps.closeReview}
          onPriceInstead={(priceCents) => void openReview('now', priceCents, steps.replaceReview)}
        />
      )}
      {question === null ? null : (
        <PriceQuestionDialog
          priceName={side.modes[question.order.mode].priceName}
          mode={question.order.mode}
          priceCents={question.order.priceCents}
          size={size}
          reference={question.reference}
          onContinue={() => {
            setQuestion(null);
            question.open({ ...question.order, isPriceConfirmed: true });
          }}
          onBack={backToPrice}
        />
      )}
    </>
  );
}
