import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { productQuery } from '../api/products.js';
import { NoSuchProduct } from '../market/no-such-product.js';
import { FaultNotice } from '../ui/states.js';
import { ProductPlaceholder } from './product-placeholder.js';
import { ProductView } from './product-view.js';

/** Section 2, "Product detail". */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data: product, isError, refetch } = useQuery(productQuery(id));
  if (product === null) {
    return <NoSuchProduct target="product" />;
  }
  if (product !== undefined) {
    return <ProductView key={product.id} product={product} />;
  }
  if (isError) {
    return (
      <div className="min-h-dvh">
        <h1 className="mb-5 text-3xl">The product could not be shown</h1>
        <FaultNotice onRetry={() => void refetch()}>
          The connection to PerkeX is lost. We try again every few seconds.
        </FaultNotice>
      </div>
    );
  }
  return <ProductPlaceholder />;
}
