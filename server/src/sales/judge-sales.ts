import { setImmediate as turn } from 'node:timers/promises';
import type { Day } from '@perkex/core/figures/days.js';
import { type FirstPartners, haveOnlyTradedTogether } from '@perkex/core/figures/first-partner.js';
import {
  accountsOf,
  type JudgedSale,
  type Oddity,
  SALES_LOOKED_AT,
  SaleJudge,
} from '@perkex/core/figures/odd-sales.js';
import { groupBy } from '@perkex/core/group-by.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { rowsInShards } from '../database/in-shards.js';
import { RowSet } from '../database/row-set.js';
import { int4, orNull, plainJson, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import {
  ACCOUNTS_OF_SALE,
  BUYER_OF_SALE,
  JOINED_ERASURES,
  readFirstPartners,
  SELLER_OF_SALE,
} from './first-partners.js';
import type { OddSale } from './odd-sales.js';
import { IS_SALE } from './sale-conditions.js';
import { SALE_KEYS, type SaleKey } from './trades-to-roll-up.js';

/** A sale with its oddity by the rules of core; null if it counts. */
export interface Verdict extends OddSale {
  readonly oddity: Oddity | null;
}

const TRADE = 'id, size, price_cents, traded_at as at, seller_id, buyer_id';
const PAST_SALE = 'id, size, price_cents, sold_at as at, null::text as seller_id, null::text as buyer_id';
const SALE_COLUMNS = {
  productId: int4,
  id: uuid,
  size: text,
  priceCents: int4,
  sellerId: orNull(text),
  buyerId: orNull(text),
};
const SELECTED = `sale.id, sale.size, sale.price_cents as "priceCents", ${ACCOUNTS_OF_SALE}`;

/** The next sales of the wanted product before or after an id, of trades and past sales, as a query. */
const nextSales = (condition: string, order: string, limit: string | number) => `
          (select ${TRADE} from trades
           where product_id = wanted.product_id and ${condition} and ${IS_SALE} order by ${order} limit ${limit})
          union all
          (select ${PAST_SALE} from past_sales
           where product_id = wanted.product_id and ${condition} order by ${order} limit ${limit})
          order by ${order} limit ${limit}`;

const READ_SALES_AFTER = statement({
  name: 'read-sales-after',
  text: `select wanted.product_id as "productId", ${SELECTED}
         from ${rowsInShards(SALE_KEYS, 'wanted')}
         cross join lateral (${nextSales('id > wanted.id', 'id', '$3')}) as sale
         ${JOINED_ERASURES}
         order by 1, 2`,
  row: SALE_COLUMNS,
});

/** Consecutive sales of a product. */
interface SaleSpan extends SaleKey {
  readonly lastId: string;
}

const SPANS = new RowSet<SaleSpan>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  last_id: [uuid, ({ lastId }) => lastId],
});

/**
 * The sales of each span and some after it, and those before it that verdicts consider. As JSON, which is parsed several
 * times faster than rows: there are up to `SALES_LOOKED_AT` earlier sales for each new one.
 */
const READ_SPANS = statement({
  name: 'read-spans-of-sales',
  text: `select coalesce(
             json_agg(json_build_array(sale.size, sale.price_cents, ${SELLER_OF_SALE}, ${BUYER_OF_SALE}) order by sale.id)
               filter (where sale.id < wanted.id), '[]'
           ) as before,
           coalesce(
             json_agg(json_build_object(
               'productId', wanted.product_id, 'id', sale.id, 'size', sale.size, 'priceCents', sale.price_cents,
               'sellerId', ${SELLER_OF_SALE}, 'buyerId', ${BUYER_OF_SALE},
               'day', (sale.at at time zone 'UTC')::date,
               'recorded', (select reason from odd_sales where product_id = wanted.product_id and id = sale.id)
             ) order by sale.id) filter (where sale.id >= wanted.id), '[]'
           ) as since
         from ${rowsInShards(SPANS, 'wanted')}
         cross join lateral (
           (select * from (${nextSales('id < wanted.id', 'id desc', SALES_LOOKED_AT)}) as before)
           union all
           (select ${TRADE} from trades
            where product_id = wanted.product_id and id between wanted.id and wanted.last_id and ${IS_SALE})
           union all
           (select ${PAST_SALE} from past_sales
            where product_id = wanted.product_id and id between wanted.id and wanted.last_id)
           union all
           (select * from (${nextSales('id > wanted.last_id', 'id', '$4')}) as after)
         ) as sale
         ${JOINED_ERASURES}
         group by wanted.product_id, wanted.id, wanted.last_id`,
  row: { before: plainJson<EarlierSale[]>(), since: plainJson<SaleSince[]>() },
});

type EarlierSale = readonly [
  size: string,
  priceCents: number,
  sellerId: string | null,
  buyerId: string | null,
];

interface SaleSince extends SaleRow {
  readonly day: Day;
  readonly recorded: Oddity | null;
}

interface PricedSale extends Pick<JudgedSale, 'size' | 'priceCents'> {
  readonly sellerId: string | null;
  readonly buyerId: string | null;
}

interface SaleRow extends PricedSale {
  readonly productId: number;
  readonly id: string;
}

/**
 * Most products of a large catalogue have few sales, which are read together; further sales of a product are read
 * separately.
 */
const PRODUCTS_AT_ONCE = 200;
const SALES_AT_FIRST = 100;
const SALES_AT_ONCE = 10_000;
/** Each reads up to `SALES_LOOKED_AT` sales before it. */
const SPANS_AT_ONCE = 50;

/** Judges all sales of some products in the order of their ids, in pieces. */
export async function* judgeAll(tx: Transaction, productIds: readonly number[]): AsyncGenerator<Verdict[]> {
  for (const ids of inPieces(productIds, PRODUCTS_AT_ONCE)) {
    const wanted = ids.map((productId) => ({ productId, id: BEFORE_ALL_IDS }));
    const rows = await READ_SALES_AFTER.rows(tx, [...SALE_KEYS.values(wanted), SALES_AT_FIRST]);
    for (const first of groupBy(rows, ({ productId }) => productId).values()) {
      const judge = new SaleJudge();
      let most = SALES_AT_FIRST;
      for (let some = first; some.length > 0; ) {
        const firstPartners = await readFirstPartners(tx, usersOf(some));
        yield some.map((row) => verdictOf(judge, row, firstPartners));
        const last = some.at(-1) as SaleRow;
        const isAll = some.length < most;
        most = SALES_AT_ONCE;
        some = isAll ? [] : await READ_SALES_AFTER.rows(tx, [...SALE_KEYS.values([last]), most]);
      }
    }
  }
}

/** A verdict with the recorded one: null for a sale that counts or has not been rolled up yet. */
export interface Rejudged extends Verdict {
  readonly day: Day;
  readonly recorded: Oddity | null;
}

/**
 * Judges all sales whose verdicts may change. A verdict depends only on the `SALES_LOOKED_AT` sales before it, so of
 * later sales only as many are judged.
 * @param changed new or void sales
 * @param judgedAgain sales with another verdict about their two accounts
 */
export async function judgeChanged(
  tx: Transaction,
  changed: readonly SaleKey[],
  judgedAgain: readonly SaleKey[],
): Promise<Rejudged[]> {
  const verdicts = await judgeSpans(tx, spansOfProducts(changed), SALES_LOOKED_AT);
  const judged = new Set(verdicts.map(keyOfSale));
  const others = judgedAgain.filter((sale) => !judged.has(keyOfSale(sale)));
  const spans = others.map((sale) => ({ ...sale, lastId: sale.id }));
  return [...verdicts, ...(await judgeSpans(tx, spans, 0))];
}

/** @param after the number of sales that are judged after each span */
async function judgeSpans(tx: Transaction, spans: readonly SaleSpan[], after: number): Promise<Rejudged[]> {
  const verdicts: Rejudged[] = [];
  for (const some of inPieces(spans, SPANS_AT_ONCE)) {
    const read = await READ_SPANS.rows(tx, [...SPANS.values(some), after]);
    const firstPartners = await readFirstPartners(tx, usersOf(read.flatMap(({ since }) => since)));
    for (const { before, since } of read) {
      const judge = new SaleJudge();
      for (const [size, priceCents, sellerId, buyerId] of before) {
        judge.note(judgedSale({ size, priceCents, sellerId, buyerId }));
      }
      for (const row of since) {
        verdicts.push({ ...verdictOf(judge, row, firstPartners), day: row.day, recorded: row.recorded });
        if (verdicts.length % SALES_LOOKED_AT === 0) {
          await turn();
        }
      }
    }
  }
  return verdicts;
}

/** For each product, from the first of its sales to the last. */
function spansOfProducts(sales: readonly SaleKey[]): SaleSpan[] {
  return [...groupBy(sales, ({ productId }) => productId)].map(([productId, productSales]) => {
    const ids = productSales.map(({ id }) => id).sort();
    return { productId, id: ids[0] as string, lastId: ids.at(-1) as string };
  });
}

function verdictOf(judge: SaleJudge, row: SaleRow, firstPartners: FirstPartners): Verdict {
  const { productId, id, size } = row;
  const isBetweenOnlyPartners =
    isTrade(row) && haveOnlyTradedTogether(firstPartners, [row.sellerId, row.buyerId], id);
  return { productId, id, size, oddity: judge.judge(judgedSale(row), { isBetweenOnlyPartners }) };
}

function judgedSale(row: PricedSale): JudgedSale {
  const { size, priceCents } = row;
  return { size, priceCents, accounts: isTrade(row) ? accountsOf(row.sellerId, row.buyerId) : null };
}

function isTrade<Row extends PricedSale>(
  row: Row,
): row is Row & { readonly sellerId: string; readonly buyerId: string } {
  return row.sellerId !== null && row.buyerId !== null;
}

function usersOf(rows: readonly SaleRow[]): Set<string> {
  return new Set(rows.filter(isTrade).flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]));
}

const ODD_SALES = new RowSet<Verdict>({
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  size: [text, ({ size }) => size],
  reason: [text, ({ oddity }) => oddity],
});

const SAVE_ODD_SALES = statement({
  name: 'save-odd-sales',
  text: `insert into odd_sales (${ODD_SALES.names}) select * from ${ODD_SALES.as('odd')}
         on conflict (product_id, id) do nothing`,
});

/** Records the odd sales. */
export async function saveOddSales(tx: Transaction, verdicts: readonly Verdict[]): Promise<void> {
  const odd = verdicts.filter(({ oddity }) => oddity !== null);
  if (odd.length > 0) {
    await SAVE_ODD_SALES.run(tx, ODD_SALES.values(odd));
  }
}

/** The key of a sale. */
export function keyOfSale({ productId, id }: SaleKey): string {
  return `${productId} ${id}`;
}
