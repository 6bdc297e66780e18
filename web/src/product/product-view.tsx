import { pricesOfSize } from '@perkex/core/market/figures.js';
import { priceText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { ReactNode } from 'react';
import type { Product } from '../api/products.js';
import { WatchPlace } from '../hearts/watch-place.js';
import { ALL_SIZES } from '../links/paths.js';
import { announceLive } from '../live/announce.js';
import { useLiveProduct } from '../live/use-live.js';
import { NoLongerTraded } from '../products/no-longer-traded.js';
import { TradingOpens } from '../products/trading-opens.js';
import { useSearchParams } from '../routing/hooks.js';
import { useOwnSize } from '../sizing/use-sizing.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { AllSales } from './all-sales.js';
import { BestPrices } from './best-prices.js';
import { Figures } from './figures.js';
import { LastSale } from './last-sale.js';
import { MarketLists } from './market-lists.js';
import { OrderBook } from './order-book.js';
import { PriceHistory } from './price-history.js';
import { ProductFacts } from './product-facts.js';
import { ProductFrame } from './product-frame.js';
import { ProductViews } from './product-views.js';
import { RelatedProducts } from './related-products.js';
import { SizeDropdown } from './size-dropdown.js';
import { SizeRun } from './size-run.js';
import { BuyButtons, SellButton } from './trade-buttons.js';

interface ProductViewProps {
  readonly product: Product;
  /** The links to the pages above. */
  readonly path: ReactNode;
}

/** A product with its figures, of the chosen size or across all sizes (section 2, "Product detail"). */
export function ProductView({ product, path }: ProductViewProps) {
  const { id, name, thumbnail, pictures, tradesFrom, hidden, asks, bids, sales, olderSales } = product;
  usePageTitle(name);
  useFollowedProduct(id);
  const [size, chooseSize] = useSizeChoice(product);
  const isTraded = tradesFrom === null && !hidden;
  // Before trading opens there is nothing to show of the market, unless pairs were sold elsewhere.
  const hasMarket = tradesFrom === null || sales.length > 0;
  const facts = <ProductFacts product={product} />;
  return (
    <ProductFrame
      path={path}
      heading={
        <div className="flex items-start justify-between gap-2">
          <h1 className="text-2xl wrap-anywhere lg:text-3xl">{name}</h1>
          <div className="-my-2 -mr-2.5 shrink-0 noscript:hidden">
            <WatchPlace product={product} size={size} />
          </div>
        </div>
      }
      picture={<ProductViews name={name} thumbnail={thumbnail} pictures={pictures} />}
      run={isTraded ? <SizeRun product={product} chosen={size} onChoose={chooseSize} /> : null}
      trade={
        <>
          <div className="flex items-end justify-between gap-4">
            <LastSale shoe={product} sales={sales} olderSales={olderSales} size={size} />
            <AllSales sales={sales} />
          </div>
          <SizeDropdown product={product} chosen={size} onChoose={chooseSize} />
          <BestPrices shoe={product} asks={asks} bids={bids} size={size} />
        </>
      }
      buy={
        hidden ? (
          <NoLongerTraded />
        ) : tradesFrom === null ? (
          <BuyButtons product={product} size={size} />
        ) : (
          <TradingOpens day={tradesFrom} />
        )
      }
      sell={isTraded ? <SellButton product={product} size={size} /> : null}
      chart={
        hasMarket ? (
          <PriceHistory
            productId={id}
            size={size}
            hasSales={pricesOfSize([...sales, ...olderSales], size).length > 0}
          />
        ) : null
      }
      figures={hasMarket ? <Figures productId={id} size={size} /> : null}
      facts={hasMarket ? facts : null}
      book={hasMarket ? <OrderBook product={product} size={size} onChoose={chooseSize} /> : facts}
      lists={hasMarket ? <MarketLists product={product} size={size} /> : null}
      related={<RelatedProducts product={product} />}
    />
  );
}

/**
 * The chosen size, null for all; by default the visitor's own size. It is kept in the address, so that going back
 * restores it.
 */
function useSizeChoice(product: Product): [string | null, (size: string | null) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const own = useOwnSize(product);
  const wanted = searchParams.get('size') ?? own;
  const chosen = wanted !== null && product.sizes.includes(wanted) ? wanted : null;
  const choose = (size: string | null) => {
    const address = size ?? (own === null ? null : ALL_SIZES);
    setSearchParams(address === null ? {} : { size: address }, { replace: true });
  };
  return [chosen, choose];
}

/** Subscribes the product's page to the market, and announces its trades to screen readers. */
function useFollowedProduct(productId: number): void {
  useLiveProduct(productId, {
    onSale: ({ size, price }) =>
      announceLive(`Size ${size} has sold for ${priceText(dollarsToCents(price))}.`),
  });
}
