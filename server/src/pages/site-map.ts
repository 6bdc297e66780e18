import { PAGE_PATHS } from '@perkex/contract/page-paths.js';

/** A map may name 50,000 addresses, and three are pages without a product (sitemaps.org). */
export const MAPPED_PRODUCTS = 49_997;

/** The addresses of all pages that search engines may show, as XML. */
export function siteMap(publicUrl: string, productIds: readonly number[]): string {
  const paths = [
    PAGE_PATHS.home,
    PAGE_PATHS.market,
    PAGE_PATHS.sellSearch,
    ...productIds.map((id) => `/product/${id}`),
  ];
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
