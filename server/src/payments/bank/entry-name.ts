const NAME = /\bPERKEX-(\d{1,9})-(\d{1,9})\b/gi;

/** The name of an entry of a list in the bank's files. */
export function entryName({ list, entry }: { readonly list: number; readonly entry: number }): string {
  return `PERKEX-${list}-${entry}`;
}

/** The entries that a text names. */
export function entryNamesIn(text: string): { list: number; entry: number }[] {
  return [...text.matchAll(NAME)].map(([, list, entry]) => ({ list: Number(list), entry: Number(entry) }));
}
