import { FIRST_RANGES } from '@perkex/contract/first-screen.js';
import { longDay } from '@perkex/core/close/long-day.js';
import { useQuery } from '@tanstack/react-query';
import { marketIndexQuery } from '../api/market.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';

/** The link to the newest close, once there is one. */
export function LastClose() {
  const { data } = useQuery(marketIndexQuery(FIRST_RANGES.index));
  const day = data?.lastClose ?? null;
  return day === null ? null : (
    <Link
      to={paths.marketDay(day)}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      The close of {longDay(day)}
    </Link>
  );
}
