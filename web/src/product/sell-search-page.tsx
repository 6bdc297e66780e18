import { ProductSearch } from '../market/product-search.js';
import { usePageTitle } from '../ui/use-page-title.js';

/** Finds the product to sell (section 2, "/sell"). */
export function SellSearchPage() {
  usePageTitle('Choose a product');
  return (
    <div className="mx-auto max-w-2xl md:py-10">
      <h1 className="text-3xl md:text-4xl">Choose a product</h1>
      <p className="mt-2 mb-5 text-muted">Find the product you're looking for</p>
      <ProductSearch target="sell" isOnPage />
    </div>
  );
}
