import { momentIn } from '../ui/moment.js';

/** That something comes out, and when; nothing where it is out, or where nobody knows. */
export function ReleaseDay({ day }: { /** YYYY-MM-DD */ readonly day: string | null }) {
  if (day === null || day <= new Date().toISOString().slice(0, day.length)) {
    return null;
  }
  const { month, day: ofMonth, year } = momentIn('utc', day);
  return <span>{`Out ${month} ${ofMonth}, ${year}: we'll remind you`}</span>;
}
