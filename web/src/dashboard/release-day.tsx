import { dayAt } from '@perkex/core/figures/days.js';
import { dayText } from '../ui/moment.js';

/** That something comes out, and when; nothing where it is out, or where nobody knows. */
export function ReleaseDay({ day }: { /** YYYY-MM-DD */ readonly day: string | null }) {
  if (day === null || day <= dayAt(Date.now())) {
    return null;
  }
  return <span>{`Out ${dayText('utc', day)}: we'll remind you`}</span>;
}
