import { NoSuchProduct } from '../market/product-unavailable.js';

/** What stands where a product would be that does not exist. */
export function NoSuchProductHere() {
  return <NoSuchProduct target="product" />;
}
