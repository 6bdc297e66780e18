import { isPlayMoney } from '../api/deals.js';

/** Marks play money on the pages of deals. */
export function PlayMoneyLine() {
  return isPlayMoney() ? (
    <p className="rounded-control border border-line bg-card px-4 py-3 text-sm">
      Play money: no real money moves.
    </p>
  ) : null;
}
