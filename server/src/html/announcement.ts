import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.js';

const ID_LENGTH = 16;

/**
 * An announcement above a page. The script of the template removes it before anything is drawn in a browser where it
 * was dismissed, which remembers its id: another text is another announcement. It has no link, so that the link to the
 * content stays the first one of a page.
 */
export function announcementHtml(text: string): string {
  const id = createHash('sha256').update(text).digest('base64url').slice(0, ID_LENGTH);
  return (
    `<aside id="announcement" class="announcement" data-id="${id}" aria-label="Announcement"><p>${escapeHtml(text)}</p>` +
    '<button type="button" aria-label="Dismiss the announcement">×</button></aside>'
  );
}
