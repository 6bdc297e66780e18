import { ProductSearch } from '../products/product-search.js';
import { useLocation } from '../routing/hooks.js';
import { DeferredPart } from '../ui/deferred-part.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { useAllFound } from './use-all-found.js';

const loadIdeas: LoadPart<object> = async (client) => {
  const { SellIdeas, readSellIdeas } = await import('./sell-ideas.js');
  await readSellIdeas(client);
  return SellIdeas;
};

/** Finds the product to sell (section 2, "/sell"). The address may contain a search text. */
export function SellSearchPage() {
  usePageTitle('Choose a product');
  const { key, search } = useLocation();
  return (
    <div className="mx-auto min-h-dvh max-w-2xl md:py-10">
      <h1 className="text-3xl md:text-4xl">Choose a product</h1>
      <p className="mt-2 mb-5 text-muted">Find the product you're looking for</p>
      <SellSearch key={key} asked={new URLSearchParams(search).get('q') ?? ''} />
    </div>
  );
}

/** The key of the address empties the box on every navigation, as it does in the header. */
function SellSearch({ asked }: { readonly asked: string }) {
  return (
    <ProductSearch searching={useAllFound(asked)} target="sell" isOnPage>
      <DeferredPart
        load={loadIdeas}
        placeholder={null}
        failure="What you may want to sell could not be loaded."
      />
    </ProductSearch>
  );
}
