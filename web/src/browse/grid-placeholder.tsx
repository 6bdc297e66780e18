import { cardPlaceholders } from '../market/card-placeholders.js';

/** As many cards a row as there is room for. */
export const GRID_CLASS =
  'grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 md:gap-4 xl:grid-cols-4 items-stretch';

/** Cards that have not come yet. */
export function GridPlaceholder() {
  return <div className={GRID_CLASS}>{cardPlaceholders()}</div>;
}
