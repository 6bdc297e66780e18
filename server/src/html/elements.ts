import { escapeHtml } from './escape-html.js';

/** Writes an element without an end tag, such as `meta` or `link`. Its values may come from users. */
export function emptyElement(name: 'meta' | 'link', attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${written.join('')}>`;
}

/**
 * Writes data into a page. Browsers do not run it, and script policies allow it. Characters that could end the element
 * or begin a comment are written as JSON escapes.
 */
export function dataBlock(type: string, data: unknown, id?: string): string {
  return jsonBlock(type, JSON.stringify(data), id);
}

/** The same for data that is JSON already. */
export function jsonBlock(type: string, json: string, id?: string): string {
  const escaped = json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${escaped}</script>`;
}
