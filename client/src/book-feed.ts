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

/** The events of the market feed, without an end. */
export async function* readBookFeed(
  world: World,
  url: string,
  { products = [], after, signal }: BookFeedOptions,
): AsyncGenerator<WithId<BookFeedEvent>> {
  let last = after;
  const request = () => {
    const query = new URLSearchParams(products.map((id): [string, string] => ['product', String(id)]));
    if (last !== undefined) {
      query.set('after', last);
    }
    return { url: `${url}?${query}`, headers: { accept: 'application/x-ndjson' } };
  };
  for await (const line of readLines(world, request, signal)) {
    const event = JSON.parse(line) as WithId<BookFeedEvent>;
    last = event.type === 'reset' ? undefined : (event.id ?? last);
    yield event;
  }
}
