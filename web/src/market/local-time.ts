import { momentText, type Zone } from '../ui/moment.js';

/** When something happened, for people where they are. */
export interface LocalTime {
  readonly text: string;
  /** The same in UTC, and whose time the text is. */
  readonly title: string;
}

/** @param date ISO 8601 in UTC */
export function localTime(zone: Zone, date: string): LocalTime {
  const utc = `${momentText('utc', date)} UTC`;
  return {
    text: momentText(zone, date),
    title: zone === 'utc' ? utc : `${utc}, shown in your own time`,
  };
}
