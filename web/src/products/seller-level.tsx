import { counted } from '@perkex/core/counted.js';
import { FIRST_LEVEL, perMilleOf, type SellerLevel } from '@perkex/core/seller-levels.js';
import { useQuery } from '@tanstack/react-query';
import { sellerLevelQuery } from '../api/seller-level.js';
import { useUserId } from '../identity/session/auth-store.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/**
 * The level of the logged-in user as a seller; the first for visitors, and until it has loaded.
 * @param isSelling false for a screen that does not need it
 */
export function useSellerLevel(isSelling = true): SellerLevel {
  const userId = useUserId();
  const { data } = useQuery(sellerLevelQuery(isSelling ? userId : ''));
  return data === undefined
    ? FIRST_LEVEL
    : { level: data.level, minSales: data.minSales, transactionFeePerMille: perMilleOf(data.transactionFee) };
}

/** The user's level as a seller, its fee, and what is missing to the next one. The space is reserved. */
export function SellerLevelNote() {
  const query = sellerLevelQuery(useUserId());
  const { data } = useQuery(query);
  if (query.enabled !== true) {
    return null;
  }
  return (
    <p className="min-h-12 text-sm/6 text-muted sm:min-h-6">
      {data === undefined ? null : (
        <>
          <Link
            to={`${paths.helpPage('fees')}#seller-levels`}
            className="font-semibold text-ink underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            Seller level {data.level}
          </Link>
          {`: ${data.transactionFee}% transaction fee, with ${counted(data.sales, 'paid sale')} this quarter. `}
          {data.next === null
            ? null
            : `${data.next.minSales - data.sales} more before ${dayText(data.until)} for level ${data.next.level} (${data.next.transactionFee}%).`}
        </>
      )}
    </p>
  );
}

/** A day in UTC: '1 January'. */
function dayText(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}
