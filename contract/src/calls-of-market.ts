import { soldPairParamsSchema, soldPairSchema } from './sold-pairs.js';

/** The calls about single sales, as parts of `CALLS`. */
export const CALLS_OF_MARKET = {
  soldPair: {
    tag: 'products',
    summary: 'One sale of this market, with what stands on the label of its box',
    answers: 'The product, the size, the price and the time of a sale; nothing of its buyer and seller',
    params: soldPairParamsSchema,
    answer: soldPairSchema,
    problems: ['not-found'],
  },
} as const;
