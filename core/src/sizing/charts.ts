import { ADIDAS, ADIDAS_SLIDES } from './charts/adidas.js';
import { ASICS } from './charts/asics.js';
import { CONVERSE } from './charts/converse.js';
import { DR_MARTENS } from './charts/dr-martens.js';
import { NEW_BALANCE } from './charts/new-balance.js';
import { NIKE } from './charts/nike.js';
import { PUMA } from './charts/puma.js';
import { TIMBERLAND } from './charts/timberland.js';
import { USUAL } from './charts/usual.js';
import { VANS } from './charts/vans.js';

/**
 * The sizes of a brand in all systems, from its own charts. A line has the size as in the catalogue, then US men's, US
 * women's, UK, EU and centimetres; a dash where the brand has none, or where its own charts disagree.
 */
export const SIZE_CHARTS = {
  nike: NIKE,
  adidas: ADIDAS,
  adidasSlides: ADIDAS_SLIDES,
  newBalance: NEW_BALANCE,
  converse: CONVERSE,
  puma: PUMA,
  vans: VANS,
  asics: ASICS,
  drMartens: DR_MARTENS,
  timberland: TIMBERLAND,
  usual: USUAL,
} as const;

export type ChartName = keyof typeof SIZE_CHARTS;
