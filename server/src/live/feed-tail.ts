import { type FeedFormat, messagesText } from './book-feed-events.js';
import type { Cut } from './read-book-feed.js';

/** Enough for a reader that pauses for some seconds in a busy market. */
const KEPT_MESSAGES = 20_000;

/** The newest cuts of the feed, with a number for each. */
export class FeedTail {
  private cuts: Cut[] = [];
  private readonly texts = new WeakMap<Cut, Map<FeedFormat, string>>();
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

  /** The text of a whole cut, made once for all readers of the whole market. */
  textOf(cut: Cut, format: FeedFormat): string {
    const texts = this.texts.get(cut) ?? new Map<FeedFormat, string>();
    this.texts.set(cut, texts);
    const text = texts.get(format) ?? messagesText(cut.messages, format, cut.position.idFor(null));
    texts.set(format, text);
    return text;
  }

  /** The cut with this number; undefined if it is no longer stored. */
  at(number: number): Cut | undefined {
    return this.cuts[number - this.first];
  }
}
