import { bookFeedEventSchema, bookFeedQuerySchema } from './book-feed.js';
import { eventsQuerySchema, eventsSchema } from './events.js';
import { eventStreamSchema, liveQuerySchema } from './live.js';

/** The calls whose answers are streams of events, as parts of `CALLS`. */
export const CALLS_OF_LIVE = {
  live: {
    tag: 'live',
    summary:
      'What happens in the market, as server-sent events: book, sale and reset; levels too with one product and size',
    answers:
      'A stream of events, for as long as the client reads: `book`, `sale`, `odd`, `void`, `levels` and `reset`, each with JSON in its data and an id to continue from',
    query: liveQuerySchema,
    answer: eventStreamSchema,
    problems: ['unknown-product', 'unknown-size'],
  },
  bookFeed: {
    tag: 'live',
    summary: 'Every order of every book, without users: a snapshot, and then each change with its number',
    answers:
      'A stream, for as long as the client reads: `reset`, a `book` for each that has open orders, `ready`, and then `add`, `trade`, `cancel` and `heartbeat`. As server-sent events, or as one JSON object a line for clients that accept `application/x-ndjson`. The `id` of an event is where to resume',
    hasLines: true,
    query: bookFeedQuerySchema,
    answer: bookFeedEventSchema,
    problems: ['unknown-product'],
  },
  ownLive: {
    tag: 'live',
    summary: 'What happens to the session’s user, as server-sent events: order, trade, notice and reset',
    answers:
      'A stream of events, until the session ends: `order`, `trade`, `notice` and `reset`, each with JSON in its data',
    answer: eventStreamSchema,
    problems: [],
  },
  userEvents: {
    tag: 'live',
    summary:
      'The drop copy: what happened to the orders, deals and money of the session’s user, numbered without gaps',
    answers:
      'The events after a number, oldest first, and the number of the newest of all. For clients that accept `text/event-stream`, a stream of these and all later events, each with its kind as its name and its number as its id',
    hasStream: true,
    query: eventsQuerySchema,
    answer: eventsSchema,
    problems: ['events-gone'],
  },
} as const;
