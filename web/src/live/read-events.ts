import { createParser } from 'eventsource-parser';

/** A parsed event. Its data are still text. */
export interface RawEvent {
  readonly name: string;
  readonly data: string;
  /** The id of this event, or the last id before it; null for none. */
  readonly id: string | null;
}

/** Parses a `text/event-stream` chunk by chunk, wherever it is cut, and calls back for each complete event. */
export function createEventReader(onEvent: (event: RawEvent) => void): (piece: string) => void {
  let lastId: string | null = null;
  const parser = createParser({
    onEvent({ event: name = 'message', data, id = lastId }) {
      lastId = id;
      onEvent({ name, data, id });
    },
  });
  return (piece) => parser.feed(piece);
}
