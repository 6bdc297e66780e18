import { ALL_SIZES, paths } from '../links/paths.js';
import type { HeartedProduct } from './hearted-product.js';

/** The history state of the login page, and then of the product's, for a visitor who logs in to watch the product. */
export function toWatch({ id, name }: HeartedProduct, size: string | null) {
  return {
    watch: paths.product(id, size ?? ALL_SIZES),
    what: size === null ? name : `${name}, size ${size}`,
  };
}
