import { FigureMeanings } from './figure-meanings.js';
import { SaleList } from './sale-list.js';
import { SalesPanel } from './sales-panel.js';
import { SizePanel } from './size-panel.js';
import { ZoomDialog } from './zoom-dialog.js';

/** What a product's page shows only when it is asked to. One file of them: five would cost the first visit more. */
export const LATER_PARTS = { FigureMeanings, SaleList, SalesPanel, SizePanel, ZoomDialog };
