import { FigureMeanings } from './figure-meanings.js';
import { SaleList } from './sale-list.js';
import { SalesPanel } from './sales-panel.js';
import { SizePanel } from './size-panel.js';
import { ZoomDialog } from './zoom-dialog.js';

/**
 * The parts of a product's page that are shown on request. They share one file, because five would cost the first visit
 * more.
 */
export const LATER_PARTS = { FigureMeanings, SaleList, SalesPanel, SizePanel, ZoomDialog };
