import type { HistoryRange } from '@perkex/contract/figures.js';

/** The ranges of the contract, which has them beside schemas that no first visit may load. */
const RANGE_NAMES: Readonly<Record<HistoryRange, string>> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
  ALL: 'From the first sale on',
};

/** As tabs, the shortest first. */
export const RANGE_TABS = (Object.keys(RANGE_NAMES) as HistoryRange[]).map((range) => ({
  value: range,
  label: range,
  title: RANGE_NAMES[range],
}));
