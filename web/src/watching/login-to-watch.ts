import { ALL_SIZES, paths } from '../links/paths.js';
import type { HeartedProduct } from './hearted-product.js';

/** The history state of the login page, and then of the product's, for somebody who logs in to watch it. */
export function toWatch({ id, name }: HeartedProduct, size: string | null) {
  return {
    watch: paths.product(id, size ?? ALL_SIZES),
    what: size === null ? name : `${name}, size ${size}`,
  };
}

/** As `toWatch`, for somebody who comes back to where they have pressed the heart of a card. @param here path and query */
export function toWatchFromHere(product: HeartedProduct, here: string) {
  return { watch: here, what: product.name, heart: { id: product.id, name: product.name } };
}
