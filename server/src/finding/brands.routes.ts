import { dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance } from 'fastify';
import type { BrandTexts } from '../brands/brand-texts.js';
import { answerCached, jsonContent } from '../cache/cached-call.js';
import { brandPageOf, modelPageOf } from './brands.js';
import type { Finding } from './finding.routes.js';
import { productRowsOf } from './product-rows.js';

/** Sales change the product that represents a brand, but that is not urgent. */
const BRANDS_KEPT_MS = 5_000;

interface FindingBrands extends Pick<Finding, 'responses' | 'products' | 'clock'> {
  readonly texts: Pick<BrandTexts, 'brandText' | 'modelText'>;
}

/** The calls about brands and their models, and about the product rows of Home, which show them. */
export function brandsRoutes(
  app: FastifyInstance,
  { responses, products, texts, clock }: FindingBrands,
): void {
  answerCached(app, responses, 'shelves', () => ({
    key: '/api/home/shelves',
    isOfDay: true,
    make: async () => jsonContent(productRowsOf(await products.read(), dayAt(clock.wallMs()))),
  }));
  answerCached(app, responses, 'brands', () => ({
    key: '/api/brands',
    maxAgeMs: BRANDS_KEPT_MS,
    isOfDay: true,
    make: async () => jsonContent((await products.read()).brands()),
  }));
  answerCached(app, responses, 'brand', ({ params: { brand } }) => ({
    key: `/api/brands/${encodeURIComponent(brand)}`,
    isOfDay: true,
    async make() {
      const page = brandPageOf({ products: await products.read(), texts }, brand);
      return page ? jsonContent(page) : { refused: 'not-found' };
    },
  }));
  answerCached(app, responses, 'model', ({ params: slugs }) => ({
    key: `/api/brands/${encodeURIComponent(slugs.brand)}/${encodeURIComponent(slugs.model)}`,
    isOfDay: true,
    async make() {
      const page = modelPageOf({ products: await products.read(), texts }, slugs);
      return page ? jsonContent(page) : { refused: 'not-found' };
    },
  }));
}
