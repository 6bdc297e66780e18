import { PAGE_PATHS } from '@perkex/contract/page-paths.js';

/** How many addresses one map may name (sitemaps.org). */
const MOST_MAPPED = 50_000;

interface MappedPages {
  /** The slugs of the pages of help. */
  readonly help: readonly string[];
  readonly brands: readonly string[];
  readonly models: readonly { readonly brand: string; readonly model: string }[];
  readonly productIds: readonly number[];
}

/** The paths of all pages that search engines may show, those of products last. */
export function mappedPaths({ help, brands, models, productIds }: MappedPages): string[] {
  return [
    PAGE_PATHS.home,
    PAGE_PATHS.browse,
    PAGE_PATHS.brands,
    PAGE_PATHS.releases,
    PAGE_PATHS.market,
    PAGE_PATHS.sellSearch,
    PAGE_PATHS.help,
    ...help.map((slug) => `/help/${slug}`),
    ...brands.map((slug) => `/brands/${encodeURIComponent(slug)}`),
    ...models.map(({ brand, model }) => `/brands/${encodeURIComponent(brand)}/${encodeURIComponent(model)}`),
    ...productIds.map((id) => `/product/${id}`),
  ];
}

/** One of the maps as XML, from 1 on; null where there is none of this number. @param limit addresses of a map */
export function siteMap(
  publicUrl: string,
  paths: readonly string[],
  number: number,
  limit = MOST_MAPPED,
): string | null {
  const mapped = paths.slice((number - 1) * limit, number * limit);
  return number < 1 || mapped.length === 0
    ? null
    : xml(
        'urlset',
        'url',
        mapped.map((path) => `${publicUrl}${path}`),
      );
}

/** The list of the maps that these paths take, as XML. */
export function siteMapIndex(publicUrl: string, paths: readonly string[], limit = MOST_MAPPED): string {
  const count = Math.ceil(paths.length / limit);
  const maps = Array.from({ length: count }, (_, index) => `${publicUrl}/sitemap-${index + 1}.xml`);
  return xml('sitemapindex', 'sitemap', maps);
}

/** When a page has last changed is not said: nobody knows of all that it shows. */
function xml(root: string, entry: string, addresses: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n');
}

/** What search engines are asked to leave alone, and where the map is. */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
