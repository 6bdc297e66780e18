import type { ProductDetail } from '@perkex/contract/products.js';
import type { PanelMarket, PanelMode } from '@perkex/core/panels/panel.js';
import { useNavigate } from 'react-router';
import { newOrderId } from '../api/order-id.js';
import { paths } from '../paths.js';
import { keepUnfinishedOrder, type UnfinishedOrder } from '../session/unfinished-order.js';
import { OrderPanel } from './order-panel.js';
import { OrderReview } from './order-review.js';
import type { TradeSide } from './trade-side.js';
import { usePanel } from './use-panel.js';
import type { TradeSteps } from './use-trade-steps.js';
import { useTrader } from './use-trader.js';

interface OrderStepsProps {
  readonly side: TradeSide;
  readonly product: ProductDetail;
  readonly size: string;
  readonly market: PanelMarket;
  readonly steps: TradeSteps;
}

/** Panel and review of a size. The panel's state lives above both, so that the way back finds what was typed. */
export function OrderSteps({ side, product, size, market, steps }: OrderStepsProps) {
  const trader = useTrader(side);
  const [state, dispatch] = usePanel(side.panel, market, trader.standing, steps.arrival);
  const navigate = useNavigate();
  const orderOf = (mode: PanelMode, price: number): UnfinishedOrder => ({
    ...{ flow: side.flow, productId: product.id, name: product.name, size, mode, price },
  });

  const review = (mode: PanelMode, price: number) => {
    if (trader.uid === '') {
      keepUnfinishedOrder(orderOf(mode, price));
      void navigate(paths.login);
    } else {
      steps.openReview({ id: newOrderId(), uid: trader.uid, mode, price });
    }
  };

  if (steps.review === null) {
    return (
      <OrderPanel
        {...{ side, size, state, dispatch, trader }}
        onEditSize={steps.openSizes}
        onBack={() => void navigate(paths.product(product.id))}
        onReview={review}
        onLeave={() => steps.keepChoice({ mode: state.mode, price: state.ownPrice })}
      />
    );
  }
  const { mode, price } = steps.review;
  return (
    <OrderReview
      {...{ side, trader, market }}
      review={steps.review}
      order={orderOf(mode, price)}
      onBack={steps.closeReview}
    />
  );
}
