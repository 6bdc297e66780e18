import { parseDealCode } from '@perkex/core/deals/deal-code.js';
import type pg from 'pg';
import { type DealKey, parseDealName } from '../deals/deal-key.js';
import { findDealsByCode } from '../deals/find-deals-by-code.js';
import { UserError } from '../errors/user-error.js';
import { UsageError } from './command.js';

/** Finds the deal that a command names. @throws UserError if its code is that of no deal */
export type FindDeal = (pool: pg.Pool) => Promise<DealKey>;

/**
 * Parses the name of a deal: the numbers of its product and its trade, or the code on its papers. @throws UsageError
 */
export function dealArgument(name: string): FindDeal {
  const key = parseDealName(name);
  if (key) {
    return async () => key;
  }
  const code = parseDealCode(name);
  if (!code) {
    throw new UsageError(
      `A deal is named by the numbers of its product and its trade, or by its code, not "${name}". Is the code complete?`,
    );
  }
  return async (pool) => {
    const [found, other] = await findDealsByCode(pool, code);
    if (!found) {
      throw new UserError(`There is no deal with the code ${name}.`);
    }
    if (other) {
      throw new UserError(
        `Several deals have the code ${name}. Name one by the numbers of its product and its trade.`,
      );
    }
    return found;
  };
}
