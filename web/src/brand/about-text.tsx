/** What there is to say of a brand or a model line; nothing where nobody has written it. @param html of the server */
export function AboutText({ html }: { readonly html: string | null }) {
  return html === null ? null : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our server from our own files
    <div className="article mt-3 max-w-2xl" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
