import { PaperPage } from './paper.js';
import { DealLabel, isBoxed } from './trade-box.js';

const NO_BOX = 'This trade was undone or not paid, so it has no box.';

/** The label of a trade's box, to print. */
export function BoxPage() {
  return (
    <PaperPage title="Box label" absence={(deal) => (isBoxed(deal) ? null : NO_BOX)}>
      {(deal) => (
        <div className="max-w-xl">
          <DealLabel deal={deal} />
        </div>
      )}
    </PaperPage>
  );
}
