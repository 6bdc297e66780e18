/** The fault of a text as a price; empty for none. */
export function dollarsFault(text: string): string {
  return /^\d+$/.test(text.trim()) && Number(text) > 0 ? '' : 'Enter whole dollars.';
}
