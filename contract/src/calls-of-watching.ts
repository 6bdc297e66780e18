import { productParamsSchema } from './products.js';
import { sentenceSchema } from './sentence.js';
import {
  alsoWatchedSchema,
  heartsSchema,
  unwatchBodySchema,
  watchBodySchema,
  watchedSchema,
  watchesQuerySchema,
  watchesSchema,
} from './watching.js';

/** The calls for watchlists, as parts of `CALLS`. */
export const CALLS_OF_WATCHING = {
  alsoWatched: {
    tag: 'products',
    summary:
      'Products that those who watch or have bought this one also watch or have bought, the most first',
    answers: 'The ids of up to 12 products',
    params: productParamsSchema,
    answer: alsoWatchedSchema,
    problems: ['unknown-product'],
  },
  watches: {
    tag: 'watching',
    summary: 'The watchlist of the session’s user, with prices, newest first',
    answers: 'The watched products as cards, with size, highest bid and alert',
    query: watchesQuerySchema,
    answer: watchesSchema,
    problems: [],
  },
  hearts: {
    tag: 'watching',
    summary: 'What the session’s user watches, without prices, newest first',
    answers: 'The ids of the watched products, with size and alert',
    answer: heartsSchema,
    problems: [],
  },
  watch: {
    tag: 'watching',
    summary:
      'Watch a product or one of its sizes, with an optional alert at a price; again changes the price',
    answers: 'The alert as it is now, and whether an ask meets it already',
    body: watchBodySchema,
    answer: watchedSchema,
    problems: ['unknown-product', 'unknown-size', 'invalid-price', 'too-many-watches'],
  },
  unwatch: {
    tag: 'watching',
    summary: 'Stop watching a product. Idempotent',
    body: unwatchBodySchema,
    answer: sentenceSchema,
    problems: [],
  },
} as const;
