/** A number of sneakers in words: '1 sneaker', '12 sneakers'. */
export function sneakersText(count: number): string {
  return count === 1 ? '1 sneaker' : `${count} sneakers`;
}
