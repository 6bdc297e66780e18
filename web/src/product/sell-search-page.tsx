import { ProductSearch } from '../market/product-search.js';
import { DeferredPart } from '../ui/deferred-part.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { usePageTitle } from '../ui/use-page-title.js';

const loadIdeas: LoadPart<object> = async (client) => {
  const { SellIdeas, readSellIdeas } = await import('./sell-ideas.js');
  await readSellIdeas(client);
  return SellIdeas;
};

/** Finds the product to sell (section 2, "/sell"). */
export function SellSearchPage() {
  usePageTitle('Choose a product');
  return (
    <div className="mx-auto min-h-dvh max-w-2xl md:py-10">
      <h1 className="text-3xl md:text-4xl">Choose a product</h1>
      <p className="mt-2 mb-5 text-muted">Find the product you're looking for</p>
      <ProductSearch target="sell" isOnPage>
        <DeferredPart
          load={loadIdeas}
          placeholder={null}
          failure="What you may want to sell could not be loaded."
        />
      </ProductSearch>
    </div>
  );
}
