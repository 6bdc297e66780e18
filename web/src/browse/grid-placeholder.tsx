import { cardPlaceholders } from '../products/card-placeholders.js';

/** As many cards per row as fit. */
export const GRID_CLASS =
  'grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 md:gap-4 xl:grid-cols-4 min-[120rem]:grid-cols-6';

/** Placeholders for cards that have not loaded. */
export function GridPlaceholder() {
  return <div className={GRID_CLASS}>{cardPlaceholders()}</div>;
}
