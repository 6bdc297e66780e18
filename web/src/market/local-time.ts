import { momentIn, type Zone } from '../ui/moment.js';

/** When something happened, for people where they are. */
export interface LocalTime {
  readonly text: string;
  /** The same in UTC, and whose time the text is. */
  readonly title: string;
}

/** @param date ISO 8601 in UTC */
export function localTime(zone: Zone, date: string): LocalTime {
  const { year, month, day, time } = momentIn(zone, date);
  const utc = `${date.slice(0, 16).replace('T', ' ')} UTC`;
  return {
    text: `${month} ${day}, ${year}, ${time}`,
    title: zone === 'utc' ? utc : `${utc}, shown in your own time`,
  };
}
