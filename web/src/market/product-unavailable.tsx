import { Link } from 'react-router';
import { paths } from '../paths.js';
import { buttonClass } from '../ui/button.js';
import { FaultNotice } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { ProductSearch, type ProductSearchProps } from './product-search.js';

/** For an address that leads to no product: ways on. */
export function NoSuchProduct({ target }: Pick<ProductSearchProps, 'target'>) {
  usePageTitle('There is no such product');
  return (
    <div className="mx-auto flex min-h-dvh max-w-2xl flex-col items-start gap-5 md:py-10">
      <h1 className="text-3xl md:text-4xl">There is no such product</h1>
      <p>Perhaps its address was mistyped. Look for the sneaker by its name, or see what is trending.</p>
      <ProductSearch target={target} label="Search by name" isOnPage />
      <Link to={paths.home} className={buttonClass('strong')}>
        Go to the market
      </Link>
    </div>
  );
}

/** A product that could not be read; it is tried again by itself. */
export function ProductError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="min-h-dvh">
      <h1 className="mb-5 text-3xl">The product could not be shown</h1>
      <FaultNotice onRetry={onRetry}>
        The connection to PerkeX is lost. We try again every few seconds.
      </FaultNotice>
    </div>
  );
}
