const MARKS = /\p{M}+/gu;
const NOT_IN_SLUGS = /[^\p{L}\p{N}]+/gu;

/** A name as it stands in an address: 'Dr. Martens' is `dr-martens`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(NOT_IN_SLUGS, ' ')
    .trim()
    .replaceAll(' ', '-');
}
