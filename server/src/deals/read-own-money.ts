import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { MoneyLine, OwnMoneyAnswer } from '@perkex/contract/money.js';
import { isSubtracted, type MoneyPlace, OWN_MONEY, OWN_MONEY_KINDS } from '@perkex/core/deals/own-money.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { csvLines } from '../csv/csv-text.js';
import { msOf } from '../database/ms-of.js';
import { pageOf } from '../database/page-of.js';
import { float8, int4, oneOf, type RowOf, statement, uuid } from '../database/statement.js';
import { AFTER_ALL_IDS } from '../database/time-ordered-id.js';
import { storedDeal } from './deal-row.js';
import { readMoneySums, sumsInDollars } from './money-sums.js';
import { dealRow, OWN_DEAL, OWN_DEAL_ROW, OWN_DEAL_TABLES, readStepFacts } from './read-own-deals.js';

/** The sort key of a line. */
interface LinePosition {
  readonly atMs: number;
  readonly dealId: string;
  readonly kind: string;
}

const LINE = `line.deal_id as "dealId", line.product_id as "productId", line.kind, line.cents, ${msOf('line.at')} as "atMs"`;
const LINE_ROW = { dealId: uuid, productId: int4, kind: oneOf(OWN_MONEY_KINDS), cents: int4, atMs: float8 };
const BEFORE = '(line.at, line.deal_id, line.kind) < ($2::timestamptz, $3::uuid, $4::text)';
const NEWEST_FIRST = 'order by line.at desc, line.deal_id desc, line.kind desc';

const READ_LINES = statement({
  name: 'read-money-lines',
  text: `select ${LINE} from money_lines as line where line.user_id = $1 and ${BEFORE} ${NEWEST_FIRST} limit $5`,
  row: LINE_ROW,
});

const READ_LINES_OF_PLACE = statement({
  name: 'read-money-lines-of-place',
  text: `select ${LINE} from money_lines as line
         where line.user_id = $1 and ${BEFORE} and line.place = $6 ${NEWEST_FIRST} limit $5`,
  row: LINE_ROW,
});

type LineRow = RowOf<typeof READ_LINES>;

const READ_DEALS = statement({
  name: 'read-deals-of-money-lines',
  text: `select ${OWN_DEAL}, case when trade.buyer_id = $3 then 'buyer' else 'seller' end as party
         ${OWN_DEAL_TABLES}
         where deal.product_id = any($1::int4[]) and deal.id = any($2::uuid[])
           and (trade.buyer_id = $3 or trade.seller_id = $3)`,
  row: { ...OWN_DEAL_ROW, party: oneOf(DEAL_PARTIES) },
});

/** After all lines. Years beyond 9999 have another form in ISO times. */
const START: LinePosition = {
  atMs: Date.UTC(9999, 0),
  dealId: AFTER_ALL_IDS,
  kind: '',
};

export interface MoneyPage {
  readonly place: MoneyPlace | undefined;
  /** Only lines after this position. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** A user's money in all their deals: the sums, and a page of lines, newest first (`GET /money`). */
export async function readOwnMoney(
  pool: pg.Pool,
  userId: string,
  holidays: Holidays,
  { place, before, limit }: MoneyPage,
): Promise<OwnMoneyAnswer> {
  const rows = await readLines(pool, userId, { place, after: positionOf(before), limit: limit + 1 });
  const { shown, next } = pageOf(rows, limit, nameOf);
  return {
    sums: sumsInDollars(await readMoneySums(pool, userId)),
    lines: await withDeals(pool, userId, holidays, shown),
    next,
  };
}

interface Lines {
  readonly place: MoneyPlace | undefined;
  readonly after: LinePosition;
  readonly limit: number;
}

function readLines(
  pool: pg.Pool,
  userId: string,
  { place, after: { atMs, dealId, kind }, limit }: Lines,
): Promise<LineRow[]> {
  const values = [userId, isoTime(atMs), dealId, kind, limit];
  return place === undefined
    ? READ_LINES.rows(pool, values)
    : READ_LINES_OF_PLACE.rows(pool, [...values, place]);
}

/** The deals of lines, by id. */
async function readDeals(
  pool: pg.Pool,
  userId: string,
  lines: readonly LineRow[],
): Promise<Map<string, RowOf<typeof READ_DEALS>>> {
  const products = [...new Set(lines.map(({ productId }) => productId))];
  const ids = [...new Set(lines.map(({ dealId }) => dealId))];
  const rows = await READ_DEALS.rows(pool, [products, ids, userId]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The account may be erased in the meantime: its lines then have no deal of this user. */
async function withDeals(
  pool: pg.Pool,
  userId: string,
  holidays: Holidays,
  lines: readonly LineRow[],
): Promise<MoneyLine[]> {
  const rows = await readDeals(pool, userId, lines);
  const stored = [...rows.values()].map((row) => ({ row, party: row.party, ...storedDeal(row) }));
  const user = await readStepFacts(pool, holidays, userId, stored);
  const deals = new Map(stored.map((own) => [own.row.id, dealRow(own.row, own, own.party, user)]));
  return lines.flatMap(({ dealId, kind, cents, atMs }) => {
    const deal = deals.get(dealId);
    return deal ? [{ kind, amount: cents / CENTS_PER_DOLLAR, date: isoTime(atMs), deal }] : [];
  });
}

const COLUMNS = ['date', 'place', 'kind', 'amount', 'deal', 'party', 'product', 'size', 'state'];
const LINES_AT_ONCE = 500;

/** All lines of a user as CSV, newest first, page by page (`GET /money/export`). What has paid debts is negative. */
export async function* ownMoneyTable(pool: pg.Pool, userId: string): AsyncGenerator<string> {
  yield csvLines([COLUMNS]);
  let lines: readonly LineRow[];
  let after = START;
  do {
    lines = await readLines(pool, userId, { place: undefined, after, limit: LINES_AT_ONCE });
    const deals = await readDeals(pool, userId, lines);
    yield csvLines(lines.flatMap((line) => tableRow(line, deals.get(line.dealId))));
    after = lines.at(-1) ?? after;
  } while (lines.length === LINES_AT_ONCE);
}

function tableRow({ kind, cents, atMs }: LineRow, deal: RowOf<typeof READ_DEALS> | undefined): string[][] {
  if (!deal) {
    return [];
  }
  const { id, party, name, size, state } = deal;
  const amount = ((cents / CENTS_PER_DOLLAR) * (isSubtracted(kind) ? -1 : 1)).toFixed(2);
  return [[isoTime(atMs), OWN_MONEY[kind], kind, amount, id, party, name, size, state]];
}

function nameOf({ atMs, dealId, kind }: LinePosition): string {
  return `${atMs}.${dealId}.${kind}`;
}

/** @param name in the form that `moneyQuerySchema` demands */
function positionOf(name: string | undefined): LinePosition {
  const [atMs, dealId, kind] = name?.split('.') ?? [];
  return atMs && dealId && kind ? { atMs: Number(atMs), dealId, kind } : START;
}
