import { BrandPage } from './brand-page.js';
import { BrandsPage } from './brands-page.js';
import { ModelPage } from './model-page.js';

/** One file for all of them: they are small, and users go from one to another. */
export const BRAND_PAGES = { BrandsPage, BrandPage, ModelPage };
