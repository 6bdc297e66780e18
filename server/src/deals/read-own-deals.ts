import {
  DEAL_PARTIES,
  type DealGroup,
  type DealRow,
  OPEN_PAYMENTS,
  type OwnDeal,
} from '@perkex/contract/deals.js';
import { type Deal, type Party, penaltyPayer } from '@perkex/core/deals/deal.js';
import { LINES_OF_OWN_MONEY, moneyLines } from '@perkex/core/deals/money-lines.js';
import { possibleSteps } from '@perkex/core/deals/party-steps.js';
import { penaltyCents } from '@perkex/core/deals/penalty.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { isDistributed } from '../database/citus.js';
import { databaseTime } from '../database/database-time.js';
import { msOf } from '../database/ms-of.js';
import { pageOf } from '../database/page-of.js';
import { sqlList } from '../database/sql-list.js';
import { float8, int4, oneOf, orNull, type RowWith, statement, text } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import type { DealKey } from './deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from './deal-row.js';
import type { ShipTo } from './deal-settings.js';
import { readTimeline } from './deal-timeline.js';
import { countEarlierUndos } from './earlier-undos.js';
import { readStepDetails } from './party-step-rows.js';
import { readDeal } from './read-deal.js';
import { readLinks } from './replacement-rows.js';

/** A deal `deal` with the product `product` of its trade `trade`, selected as `OWN_DEAL_ROW`. */
export const OWN_DEAL = `${DEAL}, product.name, nullif(product.brand, '') as brand, product.thumbnail,
  product.style_code as "styleCode", product.colourway, trade.size, trade.buyer_id as "buyerId",
  trade.seller_id as "sellerId", ${msOf('deal.waiting_since')} as "waitingSinceMs"`;
/** The tables of the columns in `OWN_DEAL`. */
export const OWN_DEAL_TABLES = `from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         join products as product on product.id = deal.product_id`;

export const OWN_DEAL_ROW = {
  ...DEAL_ROW,
  name: text,
  brand: orNull(text),
  thumbnail: text,
  styleCode: orNull(text),
  colourway: orNull(text),
  size: text,
  buyerId: text,
  sellerId: text,
  waitingSinceMs: float8,
};
type OwnDealRow = RowWith<typeof OWN_DEAL_ROW>;

/** Each group is a condition of its own, so that those in progress are found by their index (`deal-flags.ts`). */
const CONDITIONS: Readonly<Record<DealGroup, string>> = {
  'in-progress': 'trade.has_open_deal',
  history: 'not trade.has_open_deal',
};

function readDealsOf(party: Party, group: DealGroup) {
  return statement({
    name: `read-${group}-deals-of-${party}`,
    text: `select ${OWN_DEAL}
         from trades as trade
         join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
         join products as product on product.id = trade.product_id
         where trade.${party}_id = $1 and trade.id < $2 and ${CONDITIONS[group]}
         order by trade.id desc limit $3`,
    row: OWN_DEAL_ROW,
  });
}

function readDealsOfGroup(group: DealGroup) {
  return { buyer: readDealsOf('buyer', group), seller: readDealsOf('seller', group) };
}

const READ_DEALS = {
  'in-progress': readDealsOfGroup('in-progress'),
  history: readDealsOfGroup('history'),
} satisfies Record<DealGroup, unknown>;

const FIND_OWN_DEAL = statement({
  name: 'find-deal-of-user',
  text: `select product_id as "productId", 'buyer' as party from trades where buyer_id = $1 and id = $2
         union all
         select product_id, 'seller' from trades where seller_id = $1 and id = $2`,
  row: { productId: int4, party: oneOf<Party>(DEAL_PARTIES) },
});

/** For a distributed database: it asks no shard. A trade is copied a moment after it was made. */
const FIND_COPIED_DEAL = statement({
  name: 'find-copied-deal-of-user',
  text: `select product_id as "productId", case side when 'ask' then 'seller' else 'buyer' end as party
         from trades_of_users where user_id = $1 and side in ${sqlList(SIDES)} and id = $2`,
  row: { productId: int4, party: oneOf<Party>(DEAL_PARTIES) },
});

/** A deal with its product. The caller decides who may see it. */
export const READ_SHOWN_DEAL = statement({
  name: 'read-shown-deal',
  text: `select ${OWN_DEAL}
         ${OWN_DEAL_TABLES}
         where deal.product_id = $1 and deal.id = $2`,
  row: OWN_DEAL_ROW,
});

const READ_LINES_OF_OWN_MONEY = statement({
  name: 'read-own-money-of-deal',
  text: `select kind, cents from money_lines
         where deal_id = $1 and user_id = $2 and kind in ${sqlList(LINES_OF_OWN_MONEY)} order by kind`,
  row: { kind: oneOf(LINES_OF_OWN_MONEY), cents: int4 },
});

/** The seller does not learn of the buyer's other deals. */
const NO_LINKS = { replacedBy: null, replaces: null };

export interface DealsPage {
  readonly party: Party;
  readonly group: DealGroup;
  /** Only deals that are older than the one with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A page of a user's deals, newest first (`GET /deals`). */
export async function readOwnDeals(
  pool: pg.Pool,
  userId: string,
  holidays: Holidays,
  { party, group, before = AFTER_ALL_IDS, limit }: DealsPage,
): Promise<{ deals: DealRow[]; next: string | null }> {
  const rows = await READ_DEALS[group][party].rows(pool, [userId, before, limit + 1]);
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  const own = shown.map((row) => ({ row, stored: storedDeal(row) }));
  const user = await readStepFacts(
    pool,
    holidays,
    userId,
    own.map(({ stored }) => ({ ...stored, party })),
  );
  return { deals: own.map(({ row, stored }) => dealRow(row, stored, party, user)), next };
}

/** The key of a user's deal, and which party they are; null if they have no such trade. */
export async function findOwnDeal(
  client: pg.Pool | pg.ClientBase,
  userId: string,
  id: string,
): Promise<{ readonly key: DealKey; readonly party: Party } | null> {
  const copied = isDistributed(client) ? await FIND_COPIED_DEAL.row(client, [userId, id]) : undefined;
  const found = copied ?? (await FIND_OWN_DEAL.row(client, [userId, id]));
  return found ? { key: { productId: found.productId, id }, party: found.party } : null;
}

/** A deal that the user has bought; null if they have not. */
export async function readBoughtDeal(pool: pg.Pool, userId: string, id: string): Promise<StoredDeal | null> {
  const found = await findOwnDeal(pool, userId, id);
  return found?.party === 'buyer' ? readDeal(pool, found.key) : null;
}

/** A deal as one of its parties sees it (`GET /deals/{id}`); null if the user has no such deal. */
export async function readOwnDeal(
  pool: pg.Pool,
  userId: string,
  { holidays, shipTo }: { readonly holidays: Holidays; readonly shipTo: ShipTo | null },
  id: string,
): Promise<OwnDeal | null> {
  const found = await findOwnDeal(pool, userId, id);
  const row = found && (await READ_SHOWN_DEAL.row(pool, [found.key.productId, id]));
  if (!row) {
    return null;
  }
  const { party, key } = found;
  const stored = storedDeal(row);
  const { deal } = stored;
  return {
    ...dealRow(row, stored, party, await readStepFacts(pool, holidays, userId, [{ ...stored, party }])),
    styleCode: row.styleCode,
    colourway: row.colourway,
    payment: ownPayment(deal, party),
    cancellation: deal.cancellation,
    isOverdue: deal.isOverdue,
    ...(party === 'buyer' ? await readLinks(pool, key) : NO_LINKS),
    penalty: ownPenalty(deal, party),
    shipTo: shipTo !== null && shipsToUs(deal, party) ? [...shipTo] : null,
    money: [...moneyLines(deal, party), ...(await READ_LINES_OF_OWN_MONEY.rows(pool, [id, userId]))].map(
      ({ kind, cents }) => ({ kind, amount: cents / CENTS_PER_DOLLAR }),
    ),
    timeline: await readTimeline(pool, stored, party, await readStepDetails(pool, key, party)),
  };
}

/** The facts besides the deal that decide the steps of a user. */
export interface StepFacts extends Moment {
  readonly earlierUndos: number;
}

/** Earlier undos are counted only if one of the deals can still be undone: trades of all products are asked. */
export async function readStepFacts(
  pool: pg.Pool,
  holidays: Holidays,
  userId: string,
  deals: readonly (Pick<StoredDeal, 'deal' | 'hasMissedRemoval'> & { readonly party: Party })[],
): Promise<StepFacts> {
  const moment = { nowMs: await databaseTime(pool), holidays };
  const mayUndo = deals.some(({ deal, hasMissedRemoval, party }) =>
    possibleSteps(deal, party, { earlierUndos: 0, hasMissedRemoval }, moment).includes('undo'),
  );
  return { ...moment, earlierUndos: mayUndo ? await countEarlierUndos(pool, userId, moment.nowMs) : 0 };
}

/** A deal in a list, as one of its parties sees it. */
export function dealRow(
  { id, productId, name, brand, thumbnail, size }: OwnDealRow,
  { deal, hasMissedRemoval }: StoredDeal,
  party: Party,
  { earlierUndos, nowMs, holidays }: StepFacts,
): DealRow {
  const { terms, state, version, dueAtMs } = deal;
  const totalCents = party === 'buyer' ? terms.buyerTotalCents : terms.sellerTotalCents;
  return {
    id,
    productId,
    name,
    brand,
    thumbnail,
    size,
    price: centsToDollars(terms.priceCents),
    total: totalCents / CENTS_PER_DOLLAR,
    party,
    date: isoTime(terms.tradedAtMs),
    state,
    version,
    dueAt: dueAtMs === null ? null : isoTime(dueAtMs),
    isDisputed: deal.payment === 'disputed',
    steps: possibleSteps(deal, party, { earlierUndos, hasMissedRemoval }, { nowMs, holidays }),
  };
}

/** True if the party is to send the pair to us: its seller once paid, and its buyer after a claim. */
function shipsToUs({ state, claim, ending }: Deal, party: Party): boolean {
  return party === 'seller'
    ? state === 'paid'
    : state === 'delivered' && claim === 'return' && ending === null;
}

function ownPayment({ state, payment }: Deal, party: Party): OwnDeal['payment'] {
  const isOpen = party === 'buyer' && state === 'unpaid';
  return isOpen ? (OPEN_PAYMENTS.find((open) => open === payment) ?? null) : null;
}

function ownPenalty(deal: Deal, party: Party): OwnDeal['penalty'] {
  const { penalty: state, terms } = deal;
  return state === 'none' || penaltyPayer(deal) !== party
    ? null
    : { state, amount: penaltyCents(terms.priceCents) / CENTS_PER_DOLLAR };
}
