import type { Cut } from './read-book-feed.js';

/** Enough for a reader that pauses for some seconds in a busy market. */
const KEPT_MESSAGES = 20_000;

/** The newest cuts of the feed, with a number for each. */
export class FeedTail {
  private cuts: Cut[] = [];
  private messages = 0;
  /** The number of the oldest stored cut. */
  private first = 0;

  constructor(private readonly keptMessages = KEPT_MESSAGES) {}

  /** The number of the next cut. */
  get end(): number {
    return this.first + this.cuts.length;
  }

  add(cut: Cut): void {
    this.cuts.push(cut);
    this.messages += cut.messages.length;
    while (this.messages > this.keptMessages && this.cuts.length > 1) {
      this.messages -= this.cuts.shift()?.messages.length ?? 0;
      this.first += 1;
    }
  }

  /** The cut with this number; undefined if it is no longer stored. */
  at(number: number): Cut | undefined {
    return this.cuts[number - this.first];
  }
}
