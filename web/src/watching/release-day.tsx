import { dayAt } from '@perkex/core/figures/days.js';
import { dayText } from '../ui/moment.js';

/** The release day of a product; empty if it is released or the day is unknown. */
export function ReleaseDay({ day }: { /** YYYY-MM-DD */ readonly day: string | null }) {
  if (day === null || day <= dayAt(Date.now())) {
    return null;
  }
  return <span>{`Out ${dayText('utc', day)}: we'll remind you`}</span>;
}
