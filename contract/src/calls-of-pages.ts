import { campaignsSchema } from './campaigns.js';
import { developersSchema, helpIndexSchema, helpPageSchema, helpParamsSchema } from './help.js';
import {
  bannersSchema,
  brandPageSchema,
  brandParamsSchema,
  brandsSchema,
  modelPageSchema,
  modelParamsSchema,
  productRowsSchema,
} from './home.js';

/** The calls for Home, the brands and the help pages, as parts of `CALLS`. */
export const CALLS_OF_PAGES = {
  campaigns: {
    tag: 'market',
    summary: 'What admins have chosen for Home now: banners and featured products',
    answers: 'The banners in their order, and the featured products; empty and null for none',
    answer: campaignsSchema,
    problems: [],
  },
  banners: {
    tag: 'market',
    summary: 'The market data in the banners of Home',
    answers: 'A product for each of the four banners; null where the market has none',
    answer: bannersSchema,
    problems: [],
  },
  shelves: {
    tag: 'products',
    summary: 'What came out last, and the brands',
    answers: 'The products that were released last, and the brands',
    answer: productRowsSchema,
    problems: [],
  },
  brands: {
    tag: 'products',
    summary: 'All brands, those with the most products first',
    answers: 'All brands with the number of their products',
    answer: brandsSchema,
    problems: [],
  },
  brand: {
    tag: 'products',
    summary: 'A brand, its model lines, and its products, those that sell best first',
    answers: 'The brand, its text as HTML, its models, and up to 60 product cards',
    params: brandParamsSchema,
    answer: brandPageSchema,
    problems: ['not-found'],
  },
  model: {
    tag: 'products',
    summary: 'A model line of a brand and its products, those that sell best first',
    answers: 'The model, its text as HTML, its brand, and up to 60 product cards',
    params: modelParamsSchema,
    answer: modelPageSchema,
    problems: ['not-found'],
  },
  helpIndex: {
    tag: 'help',
    summary: 'The pages of help',
    answers: 'The name, title and description of each page of help',
    answer: helpIndexSchema,
    problems: [],
  },
  developers: {
    tag: 'help',
    summary: 'The guide for developers, as HTML',
    answers: 'The guide, with an example of each call for programs',
    answer: developersSchema,
    problems: [],
  },
  help: {
    tag: 'help',
    summary: 'One page of help, as HTML',
    answers: 'The page of help with its HTML',
    params: helpParamsSchema,
    answer: helpPageSchema,
    problems: ['not-found'],
  },
} as const;
