import type { Holidays } from '@perkex/core/deals/working-days.js';
import { setting } from '../settings/setting-kinds.js';

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toISOString().startsWith(text);

/** Days that are no working days, besides Saturdays and Sundays (after-the-trade, "Deal states"). */
export const DEAL_VARIABLES = {
  HOLIDAYS: setting((list): Holidays | null => {
    const days = list.split(/[\s,]+/).filter((day) => day !== '');
    return days.every(isDay) ? new Set(days) : null;
  }, 'be UTC days such as 2026-12-25, separated by commas').default(new Set()),
};
