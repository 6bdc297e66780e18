import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Product, productQuery } from '../api/products.js';
import { useLiveProduct } from '../live/use-live.js';
import { NoLongerTraded } from '../products/no-longer-traded.js';
import { NoSuchProduct, ProductError } from '../products/product-unavailable.js';
import { TradingOpens } from '../products/trading-opens.js';
import { useParams } from '../routing/hooks.js';
import { usePreparedToasts } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { buySide } from './buy-side.js';
import { OrderSteps } from './order-steps.js';
import { ProductSummary } from './product-summary.js';
import { sellSide } from './sell-side.js';
import { ownSizeMarket, sizeMarket, withoutReplaced } from './size-market.js';
import { SizeSelection } from './size-selection.js';
import { useFocusedStep } from './step-heading.js';
import { TradeFrame } from './trade-frame.js';
import { TradePlaceholder } from './trade-placeholder.js';
import type { TradeSide } from './trade-side.js';
import { useTradeSteps } from './use-trade-steps.js';
import { useTrader } from './use-trader.js';

/** Refetch interval of the market while the user decides on a price, in addition to the live streams. */
const MARKET_INTERVAL_MS = 5_000;

/** The bid/buy panel and its steps (section 2). */
export function BuyPage() {
  return <TradePage side={buySide} />;
}

/** The ask/sell panel and its steps (section 2). */
export function SellPage() {
  return <TradePage side={sellSide} />;
}

/** The order flow of one product (section 4, "Order flow"). */
function TradePage({ side }: { side: TradeSide }) {
  usePreparedToasts();
  const { id = '' } = useParams();
  const {
    data: product,
    isError,
    refetch,
  } = useQuery({ ...productQuery(id), refetchInterval: MARKET_INTERVAL_MS });
  if (product === null) {
    return <NoSuchProduct target={side.flow === 'sell' ? 'sell' : 'product'} />;
  }
  if (product?.hidden) {
    return (
      <NotTrading side={side} product={product} heading="No longer">
        <NoLongerTraded />
      </NotTrading>
    );
  }
  if (product && product.tradesFrom !== null) {
    return (
      <NotTrading side={side} product={product} heading="Not yet">
        <TradingOpens day={product.tradesFrom} />
      </NotTrading>
    );
  }
  if (product !== undefined) {
    return <TradeFlow key={product.id} side={side} product={product} />;
  }
  return isError ? (
    <TradeError title={side.title} onRetry={() => void refetch()} />
  ) : (
    <TradePlaceholder title={side.title} />
  );
}

function TradeError({ title, onRetry }: { title: string; onRetry: () => void }) {
  usePageTitle(title);
  return <ProductError onRetry={onRetry} />;
}

interface NotTradingProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly heading: string;
  /** The reason. */
  readonly children: ReactNode;
}

/** Replaces the flow while the product takes no orders. */
function NotTrading({ side, product, heading, children }: NotTradingProps) {
  usePageTitle(`${side.title} ${product.name}`);
  return (
    <TradeFrame
      summary={
        <ProductSummary
          product={product}
          side={side.orderSide}
          size={null}
          market={sizeMarket(product, null)}
        />
      }
    >
      <h1 className="mb-5 text-2xl md:text-3xl">{heading}</h1>
      {children}
    </TradeFrame>
  );
}

/** Size selection, order panel, review (section 4, "Order flow"). */
function TradeFlow({ side, product }: { side: TradeSide; product: Product }) {
  usePageTitle(`${side.title} ${product.name}`);
  useLiveProduct(product.id);
  const steps = useTradeSteps(side, product);
  const trader = useTrader(side);
  const { size, review, arrival } = steps;
  const marketOf = (shown: Product) =>
    size !== null && trader.data ? ownSizeMarket(shown, size, trader.data) : sizeMarket(shown, size);
  const market = marketOf(product);
  const place = useFocusedStep(size === null ? 'sizes' : `${size} ${review?.id ?? 'panel'}`);
  return (
    <TradeFrame
      summary={<ProductSummary product={product} side={side.orderSide} size={size} market={market} />}
      stepRef={place}
    >
      {size === null ? (
        <SizeSelection side={side} product={product} linkTo={steps.toSize} />
      ) : (
        <OrderSteps
          key={size}
          side={side}
          product={product}
          size={size}
          market={market}
          rivals={marketOf(withoutReplaced(product, arrival.replaces))}
          trader={trader}
          steps={steps}
        />
      )}
    </TradeFrame>
  );
}
