import { momentText } from '../ui/moment.js';
import { useZone } from '../ui/use-zone.js';
import { deadlineText } from './deadline-text.js';

/** Writes moments in the user's time zone. */
export function useMoment(): (at: number | string) => string {
  const zone = useZone();
  return (at) => momentText(zone, at);
}

/** Writes deadlines in the user's time zone. */
export function useDeadline(): (at: string) => string {
  const zone = useZone();
  return (at) => deadlineText(zone, at);
}
