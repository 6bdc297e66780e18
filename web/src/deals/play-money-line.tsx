import { isPlayMoney } from '../api/deals.js';

/** Says on pages of deals that their money is play money, if it is. */
export function PlayMoneyLine() {
  return isPlayMoney() ? (
    <p className="rounded-control border border-line bg-card px-4 py-3 text-sm">
      Play money: no real money moves.
    </p>
  ) : null;
}
