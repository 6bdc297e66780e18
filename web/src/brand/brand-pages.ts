import { BrandPage } from './brand-page.js';
import { BrandsPage } from './brands-page.js';
import { ModelPage } from './model-page.js';

/** One file of them: they are short, and whoever looks at one goes on to another. */
export const BRAND_PAGES = { BrandsPage, BrandPage, ModelPage };
