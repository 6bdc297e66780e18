import { PAGES } from '@perkex/contract/pages.js';

/** The maximum number of addresses per map (sitemaps.org). */
const MAX_MAPPED = 50_000;

interface MappedPages {
  /** The slugs of the help pages. */
  readonly help: readonly string[];
  readonly brands: readonly string[];
  readonly models: readonly { readonly brand: string; readonly model: string }[];
  readonly productIds: readonly number[];
  /** The days of the market with sales that are over. */
  readonly days: readonly string[];
}

/** The paths of all indexed pages, products last. */
export function mappedPaths({ help, brands, models, productIds, days }: MappedPages): string[] {
  return [
    ...Object.values(PAGES)
      .filter(({ path, isIndexed }) => isIndexed && !path.includes(':'))
      .map(({ path }) => path),
    ...help.map((slug) => `/help/${slug}`),
    ...brands.map((slug) => `/brands/${encodeURIComponent(slug)}`),
    ...models.map(({ brand, model }) => `/brands/${encodeURIComponent(brand)}/${encodeURIComponent(model)}`),
    ...days.map((day) => `/market/${day}`),
    ...productIds.map((id) => `/product/${id}`),
  ];
}

/** One of the maps as XML, numbered from 1; null for an unknown number. @param limit the addresses per map */
export function siteMap(
  publicUrl: string,
  paths: readonly string[],
  number: number,
  limit = MAX_MAPPED,
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

/** The index of the maps for these paths, as XML. */
export function siteMapIndex(publicUrl: string, paths: readonly string[], limit = MAX_MAPPED): string {
  const count = Math.ceil(paths.length / limit);
  const maps = Array.from({ length: count }, (_, index) => `${publicUrl}/sitemap-${index + 1}.xml`);
  return xml('sitemapindex', 'sitemap', maps);
}

/** Contains no modification times, because no page records all changes of its content. */
function xml(root: string, entry: string, addresses: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`),
    `</${root}>`,
    '',
  ].join('\n');
}

/** The rules for search engines, and the address of the site map. */
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
