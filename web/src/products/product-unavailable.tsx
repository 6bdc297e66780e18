import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice } from '../ui/states.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { ProductSearch, type ProductSearchProps } from './product-search.js';
import { useBestFound } from './searching.js';

/** Shown for an address without a product. */
export function NoSuchProduct({ target }: Pick<ProductSearchProps, 'target'>) {
  usePageTitle('There is no such product');
  const searching = useBestFound();
  return (
    <div className="mx-auto flex min-h-dvh max-w-2xl flex-col items-start gap-5 md:py-10">
      <h1 className="text-3xl md:text-4xl">There is no such product</h1>
      <p>The address may be mistyped. Search for the sneaker by name, or browse them all.</p>
      <ProductSearch searching={searching} target={target} label="Search by name" isOnPage />
      <Link to={paths.browse()} className={buttonClass('strong')}>
        Browse all sneakers
      </Link>
    </div>
  );
}

/** Shown for a product that could not be loaded. Loading is retried automatically. */
export function ProductError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="min-h-dvh">
      <h1 className="mb-5 text-3xl">The product could not be loaded</h1>
      <ErrorNotice onRetry={onRetry}>
        We lost the connection to PerkeX. We'll keep trying every few seconds.
      </ErrorNotice>
    </div>
  );
}
