import { marketDayParamsSchema, marketDaySchema } from './market-day.js';
import { soldPairParamsSchema, soldPairSchema } from './sold-pairs.js';

/** The calls about single sales and the days of the market, as parts of `CALLS`. */
export const CALLS_OF_MARKET = {
  soldPair: {
    tag: 'products',
    summary: 'One sale of this market, with the text of the label of its box',
    answers: 'The product, the size, the price and the time of a sale; nothing of its buyer and seller',
    params: soldPairParamsSchema,
    answer: soldPairSchema,
    problems: ['not-found'],
  },
  marketDay: {
    tag: 'market',
    summary: 'The close of a day of the market that is over: the PX50, the movers and the records',
    answers: 'The figures of the day, and sentences about it',
    params: marketDayParamsSchema,
    answer: marketDaySchema,
    problems: ['not-found'],
  },
} as const;
