import { paths } from '../links/paths.js';

/** In the address of a product, for whoever would see their own size without it. */
const ALL_SIZES = 'all';

/** The history state of the login page, and then of the product's, for somebody who logs in to watch it. */
export function toWatch({ id, name }: { readonly id: number; readonly name: string }, size: string | null) {
  return {
    watch: paths.product(id, size ?? ALL_SIZES),
    what: size === null ? name : `${name}, size ${size}`,
  };
}
