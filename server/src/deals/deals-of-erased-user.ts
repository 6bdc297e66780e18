import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { bool, int4, type RowOf, statement, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';

const DEALS_AT_ONCE = 500;

const readDeals = (party: Party) =>
  statement({
    name: `read-deals-of-erased-${party}`,
    text: `select product_id as "productId", id, has_open_deal as "isOpen" from trades
           where ${party}_id = $1 and id < $2 order by id desc limit ${DEALS_AT_ONCE}`,
    row: { productId: int4, id: uuid, isOpen: bool },
  });

const READ_DEALS = { buyer: readDeals('buyer'), seller: readDeals('seller') } as const;

/** The deals of a pseudonym as one party, in pages, newest first. */
export async function* dealsOfErasedUser(
  pool: pg.Pool,
  party: Party,
  pseudonym: string,
): AsyncGenerator<RowOf<typeof READ_DEALS.buyer>[]> {
  let before = AFTER_ALL_IDS;
  for (;;) {
    const deals = await READ_DEALS[party].rows(pool, [pseudonym, before]);
    yield deals;
    const last = deals.at(-1);
    if (!last || deals.length < DEALS_AT_ONCE) {
      return;
    }
    before = last.id;
  }
}
