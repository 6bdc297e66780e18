import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { productQuery } from '../api/products.js';
import { ProductError } from '../market/product-error.js';
import { DeferredPart } from '../ui/deferred-part.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { ProductPlaceholder } from './product-placeholder.js';
import { ProductView } from './product-view.js';

/** Few products do not exist. */
export const loadNoSuchProduct: LoadPart<object> = async () =>
  (await import('./no-such-product.js')).NoSuchProductHere;

/** Section 2, "Product detail". */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data: product, isError, refetch } = useQuery(productQuery(id));
  if (product === null) {
    return (
      <DeferredPart
        load={loadNoSuchProduct}
        placeholder={<ProductPlaceholder />}
        failure="There is no such product."
      />
    );
  }
  if (product !== undefined) {
    return <ProductView key={product.id} product={product} />;
  }
  if (isError) {
    return <ProductError onRetry={() => void refetch()} />;
  }
  return <ProductPlaceholder />;
}
