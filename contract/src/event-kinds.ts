/** The kinds of events in the drop copy. */
export const EVENT_KINDS = ['order', 'trade', 'deal', 'money'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];
