import type pg from 'pg';
import { byProduct, isDistributed } from '../database/citus.js';
import { planByKey } from '../database/plan-by-key.js';
import { int4, statement, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { amongDealKeys, DEAL_KEYS, type DealKey, productOfDeal } from './deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from './deal-row.js';
import { type Position, START } from './sweep-deals.js';

interface Description {
  readonly name: string;
  /** SQL: a `deal` belongs to the sweep. @param own the number of the first of its own parameters */
  readonly condition: (own: number) => string;
  /** The column of a deal that a sweep is ordered by, a time. */
  readonly orderedBy: string;
}

/** The deals that a sweep is for. `own` are the values of its own parameters. */
export interface NextDeals {
  /** True if there may be one, also if another transaction has locked it. */
  readonly isAny: (pool: pg.Pool, own?: readonly unknown[]) => Promise<boolean>;
  /** Locks the next ones after a position. Those that another transaction has locked are skipped. */
  readonly lock: (
    tx: Transaction,
    after: Position,
    limit: number,
    own?: readonly unknown[],
  ) => Promise<StoredDeal[]>;
}

/**
 * Declares the statements of a sweep. Only one shard can be locked by a statement, so on a distributed database the
 * deals are found first.
 */
export function nextDeals({ name, condition, orderedBy }: Description): NextDeals {
  const next = `${condition(5)}
             and (deal.${orderedBy}, deal.product_id, deal.id) > ($1::timestamptz, $2::int4, $3::uuid)
           order by deal.${orderedBy}, deal.product_id, deal.id limit $4`;
  const lockNext = statement({
    name,
    text: `select ${DEAL}
           from deals as deal
           join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
           where ${next}
           for update of deal skip locked`,
    row: DEAL_ROW,
  });
  const findNext = statement({
    name: `find-${name}`,
    text: `select deal.product_id as "productId", deal.id from deals as deal where ${next}`,
    row: { productId: int4, id: uuid },
  });
  const lockFound = statement({
    name: `${name}-distributed`,
    text: `select ${DEAL}
           from ${DEAL_KEYS.as('found')}
           join deals as deal on deal.product_id = found.product_id and deal.id = found.id
           join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
           where ${condition(DEAL_KEYS.size + 1)} and ${amongDealKeys('deal', 'trade')}
           for update of deal skip locked`,
    row: DEAL_ROW,
  });
  return {
    isAny: async (pool, own = []) => (await findNext.row(pool, [...START, 1, ...own])) !== undefined,
    async lock(tx, after, limit, own = []) {
      await planByKey(tx);
      const values = [...after, limit, ...own];
      if (!isDistributed(tx)) {
        return (await lockNext.rows(tx, values)).map(storedDeal);
      }
      const found = await findNext.rows(tx, values);
      const lockKeys = (keys: readonly DealKey[]) => lockFound.rows(tx, [...DEAL_KEYS.values(keys), ...own]);
      const locked = (await byProduct(tx, found, productOfDeal, lockKeys)).map(storedDeal);
      const lockedById = new Map(locked.map((deal) => [deal.key.id, deal]));
      return found.flatMap(({ id }) => lockedById.get(id) ?? []);
    },
  };
}
