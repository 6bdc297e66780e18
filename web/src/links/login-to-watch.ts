import { ALL_SIZES, paths } from './paths.js';

interface Watched {
  readonly id: number;
  readonly name: string;
}

/** The history state of the login page, and then of the product's, for a visitor who logs in to watch the product. */
export function toWatch({ id, name }: Watched, size: string | null) {
  return {
    watch: paths.product(id, size ?? ALL_SIZES),
    what: size === null ? name : `${name}, size ${size}`,
  };
}
