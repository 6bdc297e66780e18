import { helpIndexSchema, helpPageSchema, helpParamsSchema } from './help.js';
import {
  bannersSchema,
  brandPageSchema,
  brandParamsSchema,
  brandsSchema,
  modelPageSchema,
  modelParamsSchema,
  shelvesSchema,
} from './home.js';

/** The calls behind Home, the brands and the pages of help, as parts of `CALLS`. */
export const CALLS_OF_PAGES = {
  banners: {
    tag: 'market',
    summary: 'What the banners of Home tell of the market',
    answer: bannersSchema,
    problems: [],
  },
  shelves: {
    tag: 'products',
    summary: 'What came out last, and the brands',
    answer: shelvesSchema,
    problems: [],
  },
  brands: {
    tag: 'products',
    summary: 'All brands, those with the most products first',
    answer: brandsSchema,
    problems: [],
  },
  brand: {
    tag: 'products',
    summary: 'A brand, its model lines, and its products, those that sell best first',
    params: brandParamsSchema,
    answer: brandPageSchema,
    problems: ['not-found'],
  },
  model: {
    tag: 'products',
    summary: 'A model line of a brand and its products, those that sell best first',
    params: modelParamsSchema,
    answer: modelPageSchema,
    problems: ['not-found'],
  },
  helpIndex: {
    tag: 'help',
    summary: 'The pages of help',
    answer: helpIndexSchema,
    problems: [],
  },
  help: {
    tag: 'help',
    summary: 'One page of help, as HTML',
    params: helpParamsSchema,
    answer: helpPageSchema,
    problems: ['not-found'],
  },
} as const;
