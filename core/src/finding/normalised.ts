/** Text in lower case, without accents, with single spaces between words. */
export function normalised(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ');
}
