import type { ProductDetail } from '@perkex/contract/products.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { OrderSteps } from './order-steps.js';
import { ProductSummary } from './product-summary.js';
import { ownSizeMarket, sizeMarket } from './size-market.js';
import { SizeSelection } from './size-selection.js';
import { TradeFrame } from './trade-frame.js';
import type { TradeSide } from './trade-side.js';
import { useFocusedStep } from './use-focused-step.js';
import { useTradeSteps } from './use-trade-steps.js';
import { useTrader } from './use-trader.js';

/** Size selection, order panel, review (section 4, "Order flow"). */
export function TradeFlow({ side, product }: { side: TradeSide; product: ProductDetail }) {
  usePageTitle(`${side.title} ${product.name}`);
  const steps = useTradeSteps(side, product);
  const trader = useTrader(side);
  const { size, review } = steps;
  const market =
    size !== null && trader.data ? ownSizeMarket(product, size, trader.data) : sizeMarket(product, size);
  const place = useFocusedStep(size === null ? 'sizes' : `${size} ${review?.id ?? 'panel'}`);
  return (
    <TradeFrame summary={<ProductSummary {...{ product, size, market }} />} stepRef={place}>
      {size === null ? (
        <SizeSelection side={side} product={product} onChoose={steps.chooseSize} />
      ) : (
        <OrderSteps key={size} {...{ side, product, size, market, trader, steps }} />
      )}
    </TradeFrame>
  );
}
