import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { productQuery } from '../api/products.js';
import { NoSuchProduct, ProductError } from '../market/product-unavailable.js';
import { noteViewed } from '../session/viewed-products.js';
import { ProductPlaceholder } from './product-placeholder.js';
import { ProductView } from './product-view.js';

/** Section 2, "Product detail". */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data: product, isError, refetch } = useQuery(productQuery(id));
  const viewedId = product?.id;
  useEffect(() => {
    if (viewedId !== undefined) {
      noteViewed(viewedId);
    }
  }, [viewedId]);
  if (product === null) {
    return <NoSuchProduct target="product" />;
  }
  if (product !== undefined) {
    return <ProductView key={product.id} product={product} />;
  }
  if (isError) {
    return <ProductError onRetry={() => void refetch()} />;
  }
  return <ProductPlaceholder />;
}
