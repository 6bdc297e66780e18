import { PAGE_PATHS } from '@perkex/contract/page-paths.js';

/** How many addresses a map may name (sitemaps.org); when there are more, products are left out. */
export const MOST_MAPPED = 50_000;

interface MappedSlugs {
  readonly help: readonly string[];
  readonly brands: readonly string[];
}

/** The addresses of all pages that search engines may show, as XML. */
export function siteMap(
  publicUrl: string,
  { help, brands }: MappedSlugs,
  productIds: readonly number[],
): string {
  const paths = [
    PAGE_PATHS.home,
    PAGE_PATHS.market,
    PAGE_PATHS.sellSearch,
    PAGE_PATHS.help,
    ...help.map((slug) => `/help/${slug}`),
    ...brands.map((slug) => `/brands/${encodeURIComponent(slug)}`),
    ...productIds.map((id) => `/product/${id}`),
  ].slice(0, MOST_MAPPED);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
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
