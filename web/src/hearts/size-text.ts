/** The watched size in words: 'size 9'. @param size null for all sizes */
export function sizeText(size: string | null): string {
  return size === null ? 'all sizes' : `size ${size}`;
}
