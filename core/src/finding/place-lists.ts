/**
 * Lists of product indexes by number, such as the number of a word. They are unordered, for facts that seldom change.
 */
export class PlaceLists {
  private readonly lists: number[][] = [];

  /** The product indexes with a number. */
  of(number: number): readonly number[] {
    return this.lists[number] ?? [];
  }

  /** Replaces the numbers of a product. Unchanged numbers cost nothing. */
  move(place: number, before: readonly number[], now: readonly number[]): void {
    for (const number of before.filter((each) => !now.includes(each))) {
      this.delete(number, place);
    }
    for (const number of now.filter((each) => !before.includes(each))) {
      const list = this.lists[number];
      if (list) {
        list.push(place);
      } else {
        // Many numbers belong to one product only, and a grown array reserves more memory.
        this.lists[number] = [place];
      }
    }
  }

  /** Moves the last entry into the gap. */
  private delete(number: number, place: number): void {
    const list = this.lists[number] ?? [];
    const last = list.pop();
    if (last !== undefined && last !== place) {
      list[list.indexOf(place)] = last;
    }
  }
}
