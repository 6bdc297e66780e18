const MARKS = /\p{M}+/gu;
const NOT_IN_SLUGS = /[^\p{L}\p{N}]+/gu;

/** The form of a name in addresses: 'Dr. Martens' becomes `dr-martens`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(NOT_IN_SLUGS, ' ')
    .trim()
    .replaceAll(' ', '-');
}
