import { dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance } from 'fastify';
import type { BrandTexts } from '../brands/brand-texts.js';
import { answerKept, jsonContent } from '../kept/kept-call.js';
import { CATALOGUE } from '../kept/topics.js';
import { brandPageOf, modelPageOf } from './brands.js';
import type { Finding } from './finding.routes.js';
import { shelvesOf } from './shelves.js';

/** Sales change the product that represents a brand, but that is not urgent. */
const BRANDS_KEPT_MS = 5_000;
const BRANDS = { follows: [CATALOGUE], lifeMs: BRANDS_KEPT_MS, isOfDay: true };

interface FindingBrands extends Pick<Finding, 'kept' | 'products'> {
  readonly texts: Pick<BrandTexts, 'brandText' | 'modelText'>;
}

/** The calls about brands and their models, and about the product rows of Home, which show them. */
export function brandsRoutes(app: FastifyInstance, { kept, products, texts }: FindingBrands): void {
  answerKept(app, kept, 'shelves', () => ({
    ...BRANDS,
    key: '/api/home/shelves',
    make: async () => jsonContent(shelvesOf(await products.read(), dayAt(Date.now()))),
  }));
  answerKept(app, kept, 'brands', () => ({
    ...BRANDS,
    key: '/api/brands',
    make: async () => jsonContent((await products.read()).brands()),
  }));
  answerKept(app, kept, 'brand', ({ params: { brand } }) => ({
    ...BRANDS,
    key: `/api/brands/${encodeURIComponent(brand)}`,
    async make() {
      const page = brandPageOf({ products: await products.read(), texts }, brand);
      return page ? jsonContent(page) : { refused: 'not-found' };
    },
  }));
  answerKept(app, kept, 'model', ({ params: slugs }) => ({
    ...BRANDS,
    key: `/api/brands/${encodeURIComponent(slugs.brand)}/${encodeURIComponent(slugs.model)}`,
    async make() {
      const page = modelPageOf({ products: await products.read(), texts }, slugs);
      return page ? jsonContent(page) : { refused: 'not-found' };
    },
  }));
}
