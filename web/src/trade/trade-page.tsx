import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { productQuery } from '../api/products.js';
import { NoSuchProduct } from '../market/no-such-product.js';
import { ProductFault } from '../market/product-fault.js';
import { usePreparedToasts } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { TradeFlow } from './trade-flow.js';
import { TradePlaceholder } from './trade-placeholder.js';
import type { TradeSide } from './trade-side.js';

/** How often the market is looked at while somebody decides on a price. */
const MARKET_INTERVAL_MS = 5_000;

/** The order flow of one product (section 4, "Order flow"). */
export function TradePage({ side }: { side: TradeSide }) {
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
  if (product !== undefined) {
    return <TradeFlow key={product.id} side={side} product={product} />;
  }
  return isError ? (
    <TradeFault title={side.title} onRetry={() => void refetch()} />
  ) : (
    <TradePlaceholder title={side.title} />
  );
}

function TradeFault({ title, onRetry }: { title: string; onRetry: () => void }) {
  usePageTitle(title);
  return <ProductFault onRetry={onRetry} />;
}
