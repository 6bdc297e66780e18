import { slugOf } from '@perkex/core/market/slug.js';
import { Marked, Renderer } from 'marked';
import { escapeHtml } from './escape-html.js';

/** Headings have anchors, wide content scrolls inside its own box, and HTML in a text is shown as text. */
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      return `<h${depth} id="${slugOf(this.parser.parseInline(tokens, this.parser.textRenderer))}">${html}</h${depth}>\n`;
    },
    table(token) {
      const columns = escapeHtml(token.header.map(({ text }) => text).join(', '));
      return `<div class="wide" role="region" aria-label="Table: ${columns}" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
    },
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    html: ({ text }) => escapeHtml(text),
  },
});

/** Renders a Markdown text of the platform as HTML. */
export function markdownHtml(text: string): string {
  return markdown.parse(text, { async: false });
}
