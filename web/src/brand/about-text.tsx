import { Article } from '../links/article.js';

/** What there is to say of a brand or a model line; nothing where nobody has written it. @param html of the server */
export function AboutText({ html }: { readonly html: string | null }) {
  return html === null ? null : <Article html={html} className="mt-3 max-w-2xl" />;
}
