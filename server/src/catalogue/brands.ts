import { type Brand, type BrandPage, type ModelPage, SHOWN_OF_BRAND } from '@perkex/contract/home.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import { groupBy } from '@perkex/core/group-by.js';
import { slugOf } from '@perkex/core/market/slug.js';
import type pg from 'pg';
import type { BrandTexts } from '../brands/brand-texts.js';
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

const READ_MODELS = statement({
  name: 'read-models-of-brand',
  text: `select model as name, count(*)::int as products,
           (array_agg(thumbnail order by coalesce(lately.sales, 0) desc, id))[1] as thumbnail
         from products
         left join lateral (
           select sum(sales) as sales from sale_days
           where product_id = products.id and size = '${ALL_SIZES}' and day >= $2
         ) as lately on true
         where brand = any($1::text[]) and model <> '' group by model order by count(*) desc, model`,
  row: { name: orNull(text), products: int4, thumbnail: orNull(text) },
});

/** Of these model lines alone, unless there are none. */
const RANK_PRODUCTS_OF_BRANDS = statement({
  name: 'rank-products-of-brands',
  text: `select id from products
         left join lateral (
           select sum(sales) as sales from sale_days
           where product_id = products.id and size = '${ALL_SIZES}' and day >= $3
         ) as lately on true
         where brand = any($1::text[]) and (cardinality($2::text[]) = 0 or model = any($2::text[]))
         order by coalesce(lately.sales, 0) desc, id limit $4`,
  row: { id: int4 },
});

const LIST_MODELS = statement({
  name: 'list-models',
  text: `select distinct brand, model from products where brand <> '' and model <> '' order by brand, model`,
  row: { brand: text, model: orNull(text) },
});

/** Where brands are read, and what the house says of them. */
export interface BrandSources {
  readonly pool: pg.Pool;
  readonly texts: Pick<BrandTexts, 'brandText' | 'modelText'>;
}

/** A brand or a model line, with all spellings that the catalogue has of it. */
interface SpeltBrand extends Brand {
  readonly spellings: readonly string[];
}

/** All brands, those with the most products first. One that differs in nothing but its spelling is the same. */
export async function readBrands(pool: pg.Pool, today: Day): Promise<Brand[]> {
  return (await findBrands(pool, today)).map(brandOf);
}

/** A brand with its model lines, and the products of it that sell best; null when no product is of such a brand. */
export async function readBrandPage(
  { pool, texts }: BrandSources,
  slug: string,
  today: Day,
): Promise<BrandPage | null> {
  const brand = (await findBrands(pool, today)).find((each) => each.slug === slug);
  if (!brand) {
    return null;
  }
  const [models, products] = await Promise.all([
    findModels(pool, brand, today),
    readBestSellers(pool, brand.spellings, [], today),
  ]);
  return {
    slug: brand.slug,
    name: brand.name,
    text: texts.brandText(brand.slug),
    of: brand.products,
    models: models.map(brandOf),
    products,
  };
}

/** A model line of a brand with the products of it that sell best; null when no product is of such a line. */
export async function readModelPage(
  { pool, texts }: BrandSources,
  slugs: { readonly brand: string; readonly model: string },
  today: Day,
): Promise<ModelPage | null> {
  const brand = (await findBrands(pool, today)).find(({ slug }) => slug === slugs.brand);
  const models = brand ? await findModels(pool, brand, today) : [];
  const model = models.find(({ slug }) => slug === slugs.model);
  if (!brand || !model) {
    return null;
  }
  return {
    slug: model.slug,
    name: model.name,
    brand: { slug: brand.slug, name: brand.name },
    text: texts.modelText(brand.slug, model.slug),
    of: model.products,
    products: await readBestSellers(pool, brand.spellings, model.spellings, today),
  };
}

/** The names in addresses of all model lines, each after that of its brand. */
export async function listModels(pool: pg.Pool): Promise<{ brand: string; model: string }[]> {
  const rows = await LIST_MODELS.rows(pool, []);
  const slugs = rows.map(({ brand, model }) => ({ brand: slugOf(brand), model: slugOf(model ?? '') }));
  const known = new Map(slugs.map((each) => [`${each.brand}/${each.model}`, each]));
  return [...known.values()].filter(({ brand, model }) => brand !== '' && model !== '');
}

async function findBrands(pool: pg.Pool, today: Day): Promise<SpeltBrand[]> {
  return bySlug(await READ_BRANDS.rows(pool, [since(today)]));
}

async function findModels(pool: pg.Pool, { spellings }: SpeltBrand, today: Day): Promise<SpeltBrand[]> {
  return bySlug(await READ_MODELS.rows(pool, [spellings, since(today)]));
}

interface BrandRow {
  readonly name: string | null;
  readonly products: number;
  readonly thumbnail: string | null;
}

/** Those of the same slug as one, by the name of the first. What has no slug has no page. */
function bySlug(rows: readonly BrandRow[]): SpeltBrand[] {
  const ofSlug = groupBy(rows, ({ name }) => slugOf(name ?? ''));
  ofSlug.delete('');
  return [...ofSlug].map(([slug, spellings]) => ({
    slug,
    name: spellings[0]?.name ?? '',
    products: spellings.reduce((sum, { products }) => sum + products, 0),
    thumbnail: spellings[0]?.thumbnail ?? '',
    spellings: spellings.map(({ name }) => name ?? ''),
  }));
}

function brandOf({ slug, name, products, thumbnail }: SpeltBrand): Brand {
  return { slug, name, products, thumbnail };
}

/** @param models empty for all products of the brands */
async function readBestSellers(
  pool: pg.Pool,
  brands: readonly string[],
  models: readonly string[],
  today: Day,
): Promise<ProductSummary[]> {
  const rows = await RANK_PRODUCTS_OF_BRANDS.rows(pool, [brands, models, since(today), SHOWN_OF_BRAND]);
  return readSummaries(
    pool,
    rows.map(({ id }) => id),
  );
}

/** The first day of what counts as lately. */
function since(today: Day): Day {
  return addDays(today, 1 - LATELY_DAYS);
}
