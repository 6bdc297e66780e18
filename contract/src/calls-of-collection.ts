import {
  addPairBodySchema,
  collectionHistoryQuerySchema,
  collectionHistorySchema,
  collectionSchema,
  removePairBodySchema,
  restorePairBodySchema,
} from './collection.js';
import { sentenceSchema } from './sentence.js';

/** The calls for the pairs that users own, as parts of `CALLS`. */
export const CALLS_OF_COLLECTION = {
  collection: {
    tag: 'collection',
    summary: 'The pairs that the session’s user owns, what each is worth, and the gain',
    answers: 'The pairs, newest first, and their totals',
    answer: collectionSchema,
    problems: [],
  },
  collectionHistory: {
    tag: 'collection',
    summary: 'What the pairs of the session’s user were worth over time, against what they were bought for',
    answers: 'The valuation and the cost of all pairs at each point in time, oldest first',
    query: collectionHistoryQuerySchema,
    answer: collectionHistorySchema,
    problems: [],
  },
  addPair: {
    tag: 'collection',
    summary: 'Add a pair that was not bought here. Idempotent',
    body: addPairBodySchema,
    answer: sentenceSchema,
    problems: [
      'unknown-product',
      'unknown-size',
      'invalid-price',
      'invalid-day',
      'too-many-pairs',
      'pair-reused',
    ],
  },
  removePair: {
    tag: 'collection',
    summary:
      'Take one of your pairs out of the collection, as sold elsewhere or as if it had never been there',
    body: removePairBodySchema,
    answer: sentenceSchema,
    problems: ['unknown-pair', 'invalid-day'],
  },
  restorePair: {
    tag: 'collection',
    summary: 'Take back the removal of a pair that was bought here, or removed as sold elsewhere',
    body: restorePairBodySchema,
    answer: sentenceSchema,
    problems: ['unknown-pair'],
  },
} as const;
