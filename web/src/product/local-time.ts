/** When something happened, for people where they are. */
export interface LocalTime {
  readonly text: string;
  /** The same in UTC, and whose time the text is. */
  readonly title: string;
}

/** @param date ISO 8601 in UTC @param timeZone the browser's own unless a test says otherwise */
export function localTime(date: string, timeZone?: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const zone = format.resolvedOptions().timeZone;
  return {
    text: format.format(new Date(date)),
    title: `${date.slice(0, 16).replace('T', ' ')} UTC, shown in the time of ${zone}`,
  };
}
