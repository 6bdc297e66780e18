import type { DeskPaper } from '@perkex/contract/desk.js';
import { type DealCode, dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';
import { receiverOfParcel } from '@perkex/core/deals/desk-steps.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, statement, uuid } from '../database/statement.js';
import { storedDeal } from '../deals/deal-row.js';
import { readSendTo } from '../deals/parcel-receivers.js';
import { OWN_DEAL, OWN_DEAL_ROW } from '../deals/read-own-deals.js';
import type { Member } from '../users/members.js';
import { isParty } from './read-desk-deal.js';

interface CodeAt extends DealCode {
  readonly position: number;
}

const CODES = new RowSet<CodeAt>({
  position: [int4, ({ position }) => position],
  product: [int4, ({ productId }) => productId],
  first_id: [uuid, ({ firstId }) => firstId],
  last_id: [uuid, ({ lastId }) => lastId],
});

const READ_DEALS = statement({
  name: 'read-deals-by-codes',
  text: `select code.position, ${OWN_DEAL}
         from ${CODES.as('code')}
         join deals as deal on deal.product_id = code.product and deal.id between code.first_id and code.last_id
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         join products as product on product.id = deal.product_id
         order by code.position`,
  row: { position: int4, ...OWN_DEAL_ROW },
});

/**
 * The papers of the pairs with these codes, in their order, each pair once. Pairs that the member cannot send now are
 * left out, as are their own deals and codes that mean no deal, or two.
 */
export async function readPapers(
  pool: pg.Pool,
  codes: readonly string[],
  { name: member, userId }: Member,
  moment: Moment,
): Promise<{ papers: DeskPaper[]; leftOut: string[] }> {
  const parsed = codes.flatMap((code, position) => {
    const found = parseDealCode(code);
    return found ? [{ position, ...found }] : [];
  });
  const rows = await READ_DEALS.rows(pool, CODES.values(parsed));
  const parcels = rows.flatMap((row) => {
    const { deal, key } = storedDeal(row);
    const receiver = receiverOfParcel(deal, member, moment);
    const isOwn = isParty(row, { userId });
    const isOnly = rows.filter(({ position }) => position === row.position).length === 1;
    const isFirst = rows.find(({ id }) => id === row.id) === row;
    return receiver && !isOwn && isOnly && isFirst ? [{ row, ...key, receiver }] : [];
  });
  const addresses = await readSendTo(pool, parcels);
  const positions = new Set(parcels.map(({ row }) => row.position));
  return {
    papers: parcels.map(({ row: { name, styleCode, size }, productId, id, receiver }) => ({
      code: dealCode({ productId, id }),
      name,
      styleCode,
      size,
      receiver,
      sendTo: addresses.get(id) ?? [],
    })),
    leftOut: codes.filter((_code, position) => !positions.has(position)),
  };
}
