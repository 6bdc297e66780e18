import type { DealCode } from '@perkex/core/deals/deal-code.js';
import type pg from 'pg';
import { int4, statement, uuid } from '../database/statement.js';
import type { DealKey } from './deal-key.js';

const FIND_BY_CODE = statement({
  name: 'find-deals-by-code',
  text: `select product_id as "productId", id from deals
         where product_id = $1 and id between $2 and $3 order by id limit 2`,
  row: { productId: int4, id: uuid },
});

/** The deals with a code: one or none, or the first two if a second one has it by chance. */
export function findDealsByCode(pool: pg.Pool, { productId, firstId, lastId }: DealCode): Promise<DealKey[]> {
  return FIND_BY_CODE.rows(pool, [productId, firstId, lastId]);
}
