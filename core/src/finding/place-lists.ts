/** The places that have each of some numbers, such as that of a word: in no order, for facts that seldom change. */
export class PlaceLists {
  private readonly lists: number[][] = [];

  /** The places that have a number. */
  of(number: number): readonly number[] {
    return this.lists[number] ?? [];
  }

  /** Tells which numbers a place has now instead of others. What stays is left alone. */
  move(place: number, before: readonly number[], now: readonly number[]): void {
    for (const number of before.filter((each) => !now.includes(each))) {
      this.delete(number, place);
    }
    for (const number of now.filter((each) => !before.includes(each))) {
      const list = this.lists[number];
      if (list) {
        list.push(place);
      } else {
        // Many numbers are of one place only, and an array that has grown takes room for many.
        this.lists[number] = [place];
      }
    }
  }

  /** The last one gets its place in the list. */
  private delete(number: number, place: number): void {
    const list = this.lists[number] ?? [];
    const last = list.pop();
    if (last !== undefined && last !== place) {
      list[list.indexOf(place)] = last;
    }
  }
}
