import { callQuery } from './call-query.js';
import { haveDealsStarted } from './deals.js';

/** The user's level as a seller, with the next one. Without deals no sale is paid, so there are no levels. */
export function sellerLevelQuery(userId: string) {
  return callQuery(['sellerLevel', userId], { enabled: userId !== '' && haveDealsStarted() });
}
