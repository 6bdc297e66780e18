import { useZone } from '../ui/use-zone.js';
import { localTime } from './local-time.js';

/** The time of a trade, in the visitor's time zone. */
export function SaleTime({ date }: { date: string }) {
  const { text, title } = localTime(useZone(), date);
  return (
    <time dateTime={date} title={title}>
      {text}
    </time>
  );
}
