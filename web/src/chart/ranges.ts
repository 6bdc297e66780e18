import type { HistoryRange } from '@perkex/contract/figures.js';

/** The ranges of the contract, where they are next to schemas that a first visit must not load. */
const RANGE_NAMES: Readonly<Record<HistoryRange, string>> = {
  '1M': '1 month',
  '3M': '3 months',
  '6M': '6 months',
  '1Y': '1 year',
  ALL: 'From the first sale on',
};

/** As tabs, the shortest range first. */
export const RANGE_TABS = (Object.keys(RANGE_NAMES) as HistoryRange[]).map((range) => ({
  value: range,
  label: range,
  title: RANGE_NAMES[range],
}));
