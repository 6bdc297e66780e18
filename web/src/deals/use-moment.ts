import { momentText } from '../ui/moment.js';
import { useZone } from '../ui/use-zone.js';

/** Writes moments in the user's time zone. */
export function useMoment(): (at: number | string) => string {
  const zone = useZone();
  return (at) => momentText(zone, at);
}
