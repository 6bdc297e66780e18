import { dataBlock, emptyElement } from '../html/elements.js';
import { escapeHtml } from '../html/escape-html.js';

const SITE_NAME = 'PerkeX';

/** What browsers, search engines and previews of links are told of a page. */
export interface PageHead {
  readonly title: string;
  readonly description: string;
  /** The one address under which it is known; null for a page that is nothing to come back to. */
  readonly path: string | null;
  readonly type: 'website' | 'product';
  /** The address of a picture, absolute or of this website; null for none. */
  readonly picture: string | null;
  readonly isIndexed: boolean;
  /** Links to what the page needs at once, as HTML. */
  readonly links: readonly string[];
  /** What it says in the words of schema.org; null for nothing. */
  readonly linkedData: object | null;
}

/** The head of a page as HTML. What people have named stands in it as text only. */
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

/** The address of a picture for those who are not on this website; null for one that nobody can fetch. */
export function absoluteAddress(address: string, publicUrl: string): string | null {
  const url = URL.canParse(address, publicUrl) ? new URL(address, publicUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
