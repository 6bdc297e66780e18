import { usePageTitle } from '../ui/use-page-title.js';
import { LoadedDeal } from './loaded-deal.js';
import { Paper } from './paper.js';
import { DealLabel, isBoxed } from './trade-box.js';

const TITLE = 'Box label';

/** The label of a trade's box, to print. */
export function BoxPage() {
  usePageTitle(TITLE);
  return (
    <LoadedDeal title={TITLE}>
      {(deal) => (
        <Paper
          title={TITLE}
          deal={deal}
          absence={isBoxed(deal) ? null : 'This trade was undone or not paid, so it has no box.'}
        >
          <div className="max-w-xl">
            <DealLabel deal={deal} />
          </div>
        </Paper>
      )}
    </LoadedDeal>
  );
}
