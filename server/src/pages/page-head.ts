import { dataBlock, emptyElement } from '../html/elements.js';
import { escapeHtml } from '../html/escape-html.js';

const SITE_NAME = 'PerkeX';

/** Page data for browsers, search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The canonical path; null for a page that is not worth returning to. */
  readonly path: string | null;
  readonly type: 'website' | 'product';
  /** The address of a picture, absolute or on this website; null for none. */
  readonly picture: string | null;
  readonly isIndexed: boolean;
  /** Links to resources that the page needs at once, as HTML. */
  readonly links: readonly string[];
  /** The page's linked data (schema.org); null for none. */
  readonly linkedData: object | null;
}

/** The head of a page as HTML. Names entered by users are escaped. */
export function headHtml(head: PageHead, publicUrl: string): string {
  const { title, description, path, isIndexed, links, linkedData } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    emptyElement('meta', { name: 'description', content: description }),
    ...(isIndexed ? [] : [emptyElement('meta', { name: 'robots', content: 'noindex' })]),
    ...links,
    ...(path === null ? [] : [emptyElement('link', { rel: 'canonical', href: `${publicUrl}${path}` })]),
    ...previewTags(head, publicUrl),
    ...(linkedData === null ? [] : [dataBlock('application/ld+json', linkedData)]),
  ].join('\n    ');
}

function previewTags(head: PageHead, publicUrl: string): string[] {
  const picture = head.picture === null ? null : absoluteAddress(head.picture, publicUrl);
  const properties = {
    'og:site_name': SITE_NAME,
    'og:type': head.type,
    'og:title': head.title,
    'og:description': head.description,
    ...(head.path === null ? {} : { 'og:url': `${publicUrl}${head.path}` }),
    ...(picture === null ? {} : { 'og:image': picture }),
  };
  const card = picture === null ? 'summary' : 'summary_large_image';
  return [
    ...Object.entries(properties).map(([property, content]) => emptyElement('meta', { property, content })),
    emptyElement('meta', { name: 'twitter:card', content: card }),
  ];
}

/** The absolute address of a picture, for use outside this website; null when it cannot be fetched. */
export function absoluteAddress(address: string, publicUrl: string): string | null {
  const url = URL.canParse(address, publicUrl) ? new URL(address, publicUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
