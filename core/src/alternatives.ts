/** Texts as alternatives: '8', '8 or 9', '8, 9 or 10'. */
export function alternatives(texts: readonly (string | number)[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}
