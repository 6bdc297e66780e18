import type { Holidays } from '@perkex/core/deals/working-days.js';

/** Until holidays can be set, every Monday to Friday is a working day. */
export const NO_HOLIDAYS: Holidays = new Set();
