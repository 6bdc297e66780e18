import { useZone } from '../ui/use-zone.js';
import { localTime } from './local-time.js';

/** When a pair was sold, in the time of whoever looks. */
export function SaleTime({ date }: { date: string }) {
  const { text, title } = localTime(useZone(), date);
  return (
    <time dateTime={date} title={title}>
      {text}
    </time>
  );
}
