import { Placeholder } from '../ui/states.js';
import { DEAL_GRID, SECOND_COLUMN } from './deal-grid.js';

/** About as high as a deal. */
export function DealPlaceholder() {
  return (
    <div role="status" className={DEAL_GRID}>
      <span className="sr-only">Loading</span>
      <div className="flex flex-col gap-4">
        <Placeholder className="h-22" />
        <Placeholder className="h-64" />
        <Placeholder className="h-40" />
      </div>
      <Placeholder className={`h-56 ${SECOND_COLUMN}`} />
    </div>
  );
}
