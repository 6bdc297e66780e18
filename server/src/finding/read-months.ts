import { RELEASES_OF_MONTH, type Releases } from '@perkex/contract/finding.js';
import { type Day, dayAt, monthsBefore } from '@perkex/core/figures/days.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { tradesAt } from '../catalogue/find-product.js';
import { int4, orNull, statement, text } from '../database/statement.js';
import type { FollowedProducts } from './followed-products.js';
import { readCards } from './found-summary.js';

const READ_NEIGHBOURS = statement({
  name: 'read-months-with-releases',
  text: `select (select max(release_date)::text from products where release_date < $1::date and hidden_at is null) as before,
           (select min(release_date)::text from products where release_date >= $2::date and hidden_at is null) as after`,
  row: { before: orNull(text), after: orNull(text) },
});

const READ_MONTH = statement({
  name: 'read-releases-of-month',
  text: `select id, release_date::text as date, retail_price_cents as "retailPriceCents",
           trades_from::text as "tradesFrom", (count(*) over ())::int as count
         from products where release_date >= $1::date and release_date < $2::date and hidden_at is null
         order by release_date, id limit $3`,
  row: {
    id: int4,
    /** YYYY-MM-DD */
    date: text,
    retailPriceCents: orNull(int4),
    tradesFrom: orNull(text),
    count: int4,
  },
});

/**
 * The releases of a month (`GET /releases`).
 * @param month YYYY-MM; by default that of `nowMs`, or the nearest earlier month with a release, or else the nearest
 * later one
 */
export async function readReleasesOfMonth(
  pool: pg.Pool,
  products: FollowedProducts,
  month: string | undefined,
  nowMs: number,
): Promise<Releases> {
  const wanted = month ?? (await monthToShow(pool, monthOf(dayAt(nowMs))));
  const [start, end] = [startOf(wanted), monthsBefore(startOf(wanted), -1)];
  const [rows, around] = await Promise.all([
    READ_MONTH.rows(pool, [start, end, RELEASES_OF_MONTH]),
    READ_NEIGHBOURS.row(pool, [start, end]),
  ]);
  const summaries = await readCards(
    products,
    rows.map(({ id }) => id),
  );
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
  const days = groupBy(rows, ({ date }) => date);
  return {
    month: wanted,
    before: around?.before ? monthOf(around.before) : null,
    after: around?.after ? monthOf(around.after) : null,
    count: rows[0]?.count ?? 0,
    days: [...days].map(([date, released]) => ({
      date,
      products: released.flatMap(({ id, retailPriceCents, tradesFrom }) => {
        const summary = summaryOf.get(id);
        return summary
          ? {
              ...summary,
              retailPrice: retailPriceCents === null ? null : centsToDollars(retailPriceCents),
              tradesFrom: tradesAt(tradesFrom, nowMs) ? null : tradesFrom,
            }
          : [];
      }),
    })),
  };
}

async function monthToShow(pool: pg.Pool, current: string): Promise<string> {
  const after = monthsBefore(startOf(current), -1);
  const around = await READ_NEIGHBOURS.row(pool, [after, startOf(current)]);
  return monthOf(around?.before ?? around?.after ?? startOf(current));
}

function monthOf(day: Day): string {
  return day.slice(0, 'YYYY-MM'.length);
}

function startOf(month: string): Day {
  return `${month}-01`;
}
