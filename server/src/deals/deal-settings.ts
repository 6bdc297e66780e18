import type { Holidays } from '@perkex/core/deals/working-days.js';
import { isDay } from '@perkex/core/figures/days.js';
import { setting } from '../settings/setting-kinds.js';

/** The lines of the address that sellers ship to, and buyers return to. */
export type ShipTo = readonly string[];

const MAX_ADDRESS_LINES = 8;
/** About the width of a printed slip. */
const MAX_LINE_LENGTH = 50;

export const DEAL_VARIABLES = {
  /** Days that are not working days, besides Saturdays and Sundays (after-the-trade, "Deal states"). */
  HOLIDAYS: setting((list): Holidays | null => {
    const days = list.split(/[\s,]+/).filter((day) => day !== '');
    return days.every(isDay) ? new Set(days) : null;
  }, 'be UTC days such as 2026-12-25, separated by commas').default(new Set()),
  SHIP_TO: setting((text): ShipTo | null => {
    const lines = text.split(';').map((line) => line.trim());
    const isAddress =
      lines.length <= MAX_ADDRESS_LINES &&
      lines.every((line) => /^\P{Cc}+$/u.test(line) && line.length <= MAX_LINE_LENGTH);
    return isAddress ? lines : null;
  }, `be the lines of an address, separated by semicolons: at most ${MAX_ADDRESS_LINES}, with at most ${MAX_LINE_LENGTH} characters each`).optional(),
};

/** The address of a demonstration market that has set none. Its last line keeps users from shipping to it. */
export const EXAMPLE_ADDRESS: ShipTo = [
  'PerkeX Intake',
  '12 Example Street',
  'Exampletown, EX 00000',
  'This is an example: ship nothing.',
];
