import { type Brand, type BrandPage, SHOWN_OF_BRAND } from '@perkex/contract/home.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import { groupBy } from '@perkex/core/group-by.js';
import { slugOf } from '@perkex/core/market/slug.js';
import type pg from 'pg';
import { int4, orNull, statement, text } from '../database/statement.js';
import { ALL_SIZES } from '../sales/fold-sales.js';
import { readSummaries } from './read-summaries.js';

const LATELY_DAYS = 30;

/** The one that sold most lately stands for its brand. */
const READ_BRANDS = statement({
  name: 'read-brands',
  text: `select brand as name, count(*)::int as products,
           (array_agg(thumbnail order by coalesce(lately.sales, 0) desc, id))[1] as thumbnail
         from products
         left join lateral (
           select sum(sales) as sales from sale_days
           where product_id = products.id and size = '${ALL_SIZES}' and day >= $1
         ) as lately on true
         where brand <> '' group by brand order by count(*) desc, brand`,
  row: { name: text, products: int4, thumbnail: orNull(text) },
});

const RANK_PRODUCTS_OF_BRANDS = statement({
  name: 'rank-products-of-brands',
  text: `select id from products
         left join lateral (
           select sum(sales) as sales from sale_days
           where product_id = products.id and size = '${ALL_SIZES}' and day >= $2
         ) as lately on true
         where brand = any($1::text[]) order by coalesce(lately.sales, 0) desc, id limit $3`,
  row: { id: int4 },
});

interface BrandNames extends Brand {
  /** How the catalogue spells it. */
  readonly spellings: readonly string[];
}

/** All brands, those with the most products first. One that differs in nothing but its spelling is the same. */
export async function readBrands(pool: pg.Pool, today: Day): Promise<Brand[]> {
  return (await findBrands(pool, today)).map(({ slug, name, products, thumbnail }) => ({
    slug,
    name,
    products,
    thumbnail,
  }));
}

async function findBrands(pool: pg.Pool, today: Day): Promise<BrandNames[]> {
  const rows = await READ_BRANDS.rows(pool, [addDays(today, 1 - LATELY_DAYS)]);
  const ofSlug = groupBy(rows, ({ name }) => slugOf(name));
  ofSlug.delete('');
  return [...ofSlug].map(([slug, spellings]) => ({
    slug,
    name: spellings[0]?.name ?? '',
    products: spellings.reduce((sum, { products }) => sum + products, 0),
    thumbnail: spellings[0]?.thumbnail ?? '',
    spellings: spellings.map(({ name }) => name),
  }));
}

/** A brand with the products of it that sell best; null when no product is of such a brand. */
export async function readBrandPage(pool: pg.Pool, slug: string, today: Day): Promise<BrandPage | null> {
  const brand = (await findBrands(pool, today)).find((each) => each.slug === slug);
  if (!brand) {
    return null;
  }
  const ids = await RANK_PRODUCTS_OF_BRANDS.rows(pool, [
    brand.spellings,
    addDays(today, 1 - LATELY_DAYS),
    SHOWN_OF_BRAND,
  ]);
  const products = await readSummaries(
    pool,
    ids.map(({ id }) => id),
  );
  return { slug: brand.slug, name: brand.name, of: brand.products, products };
}
