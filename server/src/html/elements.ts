import { escapeHtml } from './escape-html.js';

/** An element without an end tag, such as `meta` and `link`; the values may be anybody's. */
export function emptyElement(name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}>`;
}

/**
 * Data in a page, which no browser runs and no policy on scripts forbids. What could end the element or begin a
 * comment in it is written as JSON escapes.
 */
export function dataBlock(type: string, data: unknown, id?: string): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`;
}
