import { momentText, type Zone } from '../ui/moment.js';

/** A time in the visitor's time zone. */
export interface LocalTime {
  readonly text: string;
  /** The same time in UTC, and the zone of the text. */
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
