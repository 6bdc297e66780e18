import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.js';

const ID_LENGTH = 16;

/** The sentence at the top of every page. `link` is a path of this market, or empty. */
export interface AnnouncementText {
  readonly text: string;
  readonly link: string;
  readonly linkText: string;
}

/**
 * An announcement above a page. The script of the template removes it before anything is drawn in a browser where it was
 * dismissed, which remembers its id: another text is another announcement.
 */
export function announcementHtml({ text, link, linkText }: AnnouncementText): string {
  const more = link === '' ? '' : ` <a href="${escapeHtml(link)}">${escapeHtml(linkText)}</a>`;
  const content = `<p>${escapeHtml(text)}${more}</p>`;
  const id = createHash('sha256').update(content).digest('base64url').slice(0, ID_LENGTH);
  return (
    `<aside id="announcement" class="announcement" data-id="${id}" aria-label="Announcement">${content}` +
    '<button type="button" aria-label="Dismiss the announcement">×</button></aside>'
  );
}
