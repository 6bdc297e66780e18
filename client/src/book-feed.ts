import type { BookFeedEvent } from './generated/calls.js';
import { readLines } from './streaming.js';
import type { World } from './transport.js';

export interface BookFeedOptions {
  /** The ids of up to 50 products; absent for all. */
  readonly products?: readonly number[];
  /** The id of the last event that the program has, with the same products; absent for a snapshot. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** An event, and the position after it if there is one to resume from. */
export type WithId<Event> = Event & { readonly id?: string };

/**
 * The events of the market feed, without an end. After a snapshot, those without an id belong to the next one with an
 * id, and are yielded with it: after a connection that broke between them, all of them are sent again.
 */
export async function* readBookFeed(
  world: World,
  url: string,
  { products = [], after, signal }: BookFeedOptions,
): AsyncGenerator<WithId<BookFeedEvent>> {
  let last = after;
  let unfinished: WithId<BookFeedEvent>[] = [];
  const request = () => {
    unfinished = [];
    const query = new URLSearchParams(products.map((id): [string, string] => ['product', String(id)]));
    // A position may be longer than an address may be.
    const position = last === undefined ? {} : { 'last-event-id': last };
    return { url: `${url}?${query}`, headers: { accept: 'application/x-ndjson', ...position } };
  };
  for await (const line of readLines(world, request, signal)) {
    const event = JSON.parse(line) as WithId<BookFeedEvent>;
    if (event.type === 'reset') {
      unfinished = [];
      last = undefined;
    }
    unfinished.push(event);
    // Without a position, the next connection begins with a snapshot, and repeats nothing of this one.
    if (event.id !== undefined || last === undefined) {
      last = event.id;
      yield* unfinished;
      unfinished = [];
    }
  }
}
