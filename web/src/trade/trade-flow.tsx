import type { ProductDetail } from '@perkex/contract/products.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { OrderSteps } from './order-steps.js';
import { ProductSummary } from './product-summary.js';
import { sizeMarket } from './size-market.js';
import { SizeSelection } from './size-selection.js';
import { TradeFrame } from './trade-frame.js';
import type { TradeSide } from './trade-side.js';
import { useFocusedStep } from './use-focused-step.js';
import { useTradeSteps } from './use-trade-steps.js';

/** Size selection, order panel, review (section 4, "Order flow"). */
export function TradeFlow({ side, product }: { side: TradeSide; product: ProductDetail }) {
  usePageTitle(`${side.title} ${product.name}`);
  const steps = useTradeSteps(side, product);
  const { size, review } = steps;
  const market = sizeMarket(product, size);
  const place = useFocusedStep(size === null ? 'sizes' : `${size} ${review === null ? 'panel' : 'review'}`);
  return (
    <TradeFrame summary={<ProductSummary {...{ product, size, market }} />} stepRef={place}>
      {size === null ? (
        <SizeSelection side={side} product={product} onChoose={steps.chooseSize} />
      ) : (
        <OrderSteps key={size} {...{ side, product, size, market, steps }} />
      )}
    </TradeFrame>
  );
}
